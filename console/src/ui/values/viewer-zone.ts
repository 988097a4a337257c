/** In which days begin until it is known who has signed in, and for viewers without an org. */
const usual = 'Europe/Bucharest';

let zone: string | null = null;

/**
 * The zone in which the viewer's orgs count days: those of reports, lists and home begin and end in it, and moments are shown in it,
 * wherever the browser is. What was at 23:30 of a day is among the events of that day, and two people who speak of it say the same time.
 */
export const viewerZone = (): string => zone ?? usual;

/** Days are counted, and moments shown, in this zone from now on; in the usual one where none is told, or one that an old browser does not know. */
export function countDaysIn(told: string | undefined): void {
  zone = told !== undefined && told !== usual && isKnown(told) ? told : null;
}

function isKnown(asked: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: asked }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
