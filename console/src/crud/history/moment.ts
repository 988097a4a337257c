import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router';
import { historyPermission, isReading, type Permission } from '@noa/domain/permissions.ts';
import { useViewer, type Viewer } from '../../session/viewer.ts';
import { asOfKey, parseAsOf } from '../../ui/values/as-of.ts';
import { useNow } from '../../ui/values/clock.ts';
import { kindOf } from '../define-resource.ts';

/** The moment whose data a screen shows. */
export interface Moment {
  /** As the address says it; null for the present. */
  readonly asOf: string | null;
  /** As the API takes it: a variable of the screen's query, which then stays out of the cache of the present. */
  readonly variables: { readonly asOf?: string };
  /** Whether the address says something that is no moment, or not for this viewer: the present is shown. */
  readonly ignored: boolean;
  /** Whether the viewer may look at the past of these records. */
  readonly mayLookBack: boolean;
}

const present: Moment = { asOf: null, variables: {}, ignored: false, mayLookBack: false };

/**
 * The moment that the address asks for.
 *
 * @param permission - what reading the records takes: `entrance:read`.
 */
export function useAskedMoment(permission: Permission): Moment {
  const viewer = useViewer();
  const [search] = useSearchParams();
  const now = useNow();
  const mayLookBack = viewer.may(historyPermission(kindOf({ may: { read: permission } })));
  const text = search.get(asOfKey);
  if (text === null) {
    return { ...present, mayLookBack };
  }
  const moment = mayLookBack ? parseAsOf(text, now) : undefined;
  return moment
    ? { asOf: text, variables: { asOf: moment.toISOString() }, ignored: false, mayLookBack }
    : { ...present, ignored: true, mayLookBack };
}

export const MomentContext = createContext<Moment>(present);

/** The moment of the record that is shown around this. */
export const useMoment = (): Moment => useContext(MomentContext);

/** The same viewer as a reader of the past, of which nothing can be changed. */
export const asReader = (viewer: Viewer): Viewer => ({
  ...viewer,
  may: (permission) => isReading(permission) && viewer.may(permission),
});
