import i18next from 'i18next';
import { notifyError, notifySuccess } from '../../ui/notify.tsx';
import type { Added } from './make-route.ts';
import { mostStops } from './route.ts';

/** Says what became of the wish to have containers on the route. */
export function sayAdded({ found, left }: Added): void {
  if (left > 0) {
    notifyError({ title: i18next.t('containerStatus:route.left', { count: left, most: mostStops }) });
  } else if (found === 0) {
    notifySuccess(i18next.t('containerStatus:route.none'));
  } else {
    notifySuccess(i18next.t('containerStatus:route.done', { count: found }));
  }
}
