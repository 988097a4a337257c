import type { i18n } from 'i18next';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { historyPermission } from '@noa/domain/permissions.ts';
import type { Viewer } from '../../session/viewer.ts';
import { namesOf } from '../declared/kind-names.ts';
import type { Tab } from '../view/RecordPage.tsx';
import { declaredText } from './value-text.tsx';
import { part } from '../../loading/part.ts';

const HistoryTab = part(async () => (await import('./HistoryTab.tsx')).HistoryTab);

/** The tab with a record's versions, for those who may read history; null for others. */
export function historyTab(viewer: Viewer, { t }: i18n, kind: KindDeclaration, id: string): Tab | null {
  const textOf = declaredText(kind);
  return viewer.may(historyPermission(kind.name))
    ? {
        id: 'history',
        label: t('common:history.title'),
        content: <HistoryTab name={namesOf(kind).list} kind={kind.name} id={id} textOf={textOf} />,
      }
    : null;
}
