import { keepInTab, keptInTab } from '../../session/keep-in-tab.ts';

/** A record that was looked at. */
export interface RecentPage {
  readonly to: string;
  readonly label: string;
}

const key = 'noa-recent';
const most = 6;

interface Kept {
  readonly account: string;
  readonly pages: readonly RecentPage[];
}

/** What `account` looked at, newest first. Kept for this tab alone, and not for whoever signs in here next. */
export function recentPages(account: string | null | undefined): readonly RecentPage[] {
  const kept = keptInTab<Kept | null>(key, null);
  return kept && kept.account === account ? kept.pages : [];
}

/** Notes that the record at `to` is being looked at. */
export function rememberPage(account: string | null | undefined, page: RecentPage): void {
  if (!account) {
    return;
  }
  const pages = [page, ...recentPages(account).filter(({ to }) => to !== page.to)].slice(0, most);
  keepInTab(key, JSON.stringify({ account, pages } satisfies Kept));
}
