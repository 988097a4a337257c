/** A record that was looked at. */
export interface RecentPlace {
  readonly to: string;
  readonly label: string;
}

const key = 'noa-recent';
const most = 6;

interface Kept {
  readonly account: string;
  readonly places: readonly RecentPlace[];
}

/** What `account` looked at, newest first. Kept for this tab alone, and not for whoever signs in here next. */
export function recentPlaces(account: string | null | undefined): readonly RecentPlace[] {
  const kept = read();
  return kept && kept.account === account ? kept.places : [];
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null; // the browser keeps nothing
  }
}

/** Notes that the record at `to` is being looked at. */
export function rememberPlace(account: string | null | undefined, place: RecentPlace): void {
  if (!account) {
    return;
  }
  const places = [place, ...recentPlaces(account).filter(({ to }) => to !== place.to)].slice(0, most);
  try {
    sessionStorage.setItem(key, JSON.stringify({ account, places } satisfies Kept));
  } catch {
    // The browser keeps nothing: then there is nothing to come back to.
  }
}
