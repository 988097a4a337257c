import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { part } from '../loading/part.ts';

// Few lists have something to remark.
const Notice = part(async () => (await import('./Notice.tsx')).Notice, null);

/** Whether a list was refused as there is no such page: what begins or ends there is gone, or is none of this list's. */
export const isPageRefused = (failure: Failure | undefined): boolean =>
  (failure?.fields['after'] ?? failure?.fields['before']) !== undefined;

/**
 * Whether there is no such page of a list: it was refused, or nothing is left on it. That says nothing of the pages before it, so that it
 * is no list without rows.
 *
 * @param cursors - where the page ends or begins; both null for the first.
 * @param page - as it was answered; undefined until it is.
 */
export const isPageLost = (
  cursors: readonly (string | null)[],
  failure: Failure | undefined,
  page: { readonly nodes: readonly unknown[] } | undefined,
): boolean => cursors.some((each) => each !== null) && (isPageRefused(failure) || page?.nodes.length === 0);

/**
 * Shows the first page where the address names one that is gone, and says so.
 *
 * @param showFirst - takes the page out of the address, in place of what the browser goes back to.
 * @returns what to place above the list: a remark that stays until it is closed, or nothing.
 */
export function useLostPage(isLost: boolean, showFirst: () => void): ReactNode {
  const { t } = useTranslation();
  const [isSaid, setSaid] = useState(false);
  if (isLost && !isSaid) {
    setSaid(true);
  }
  useEffect(function recoverPage() {
    if (isLost) {
      showFirst();
    }
  });
  return isSaid && <Notice onClose={() => setSaid(false)}>{t('common:list.badCursor')}</Notice>;
}
