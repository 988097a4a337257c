import { keepInTab } from '../../session/keep-in-tab.ts';
import type { StatusUpdateValues } from './form-values.ts';

/** By account: the next one at this browser has a form of their own. It stays in its tab, as long as the tab does. */
const keyOf = (accountId: string) => `noa-status-update ${accountId}`;

/**
 * What was in the form when the page was left or loaded again.
 *
 * @param containerId - the container that the address names: what was written of another one is not said of this. Null: any.
 */
export function findSavedForm(accountId: string, containerId: string | null): Partial<StatusUpdateValues> | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? 'null') as Partial<StatusUpdateValues> | null;
    return kept && (containerId === null || kept.containerId === containerId) ? kept : undefined;
  } catch {
    return undefined; // what cannot be read is lost already
  }
}

export const keep = (accountId: string, values: StatusUpdateValues): void =>
  keepInTab(keyOf(accountId), JSON.stringify(values));

export const dropSavedForm = (accountId: string): void => sessionStorage.removeItem(keyOf(accountId));
