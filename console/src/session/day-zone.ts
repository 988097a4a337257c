/** In which days begin until it is known who has signed in, and for viewers without an org. */
const usual = 'Europe/Bucharest';

let zone: string | null = null;

/** The zone in which the viewer's orgs count days: those of reports begin and end in it, wherever the browser is. */
export const dayZone = (): string => zone ?? usual;

/** Days are counted in this zone from now on; where none is told, in the usual one. */
export function countDaysIn(told: string | undefined): void {
  zone = told ?? null;
}
