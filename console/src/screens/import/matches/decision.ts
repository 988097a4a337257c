import type { ImportMatchesQuery } from '../../../api/generated/graphql.ts';

export type Match = NonNullable<ImportMatchesQuery['importJob']>['matches']['nodes'][number];

export type Decision = NonNullable<Match['decision']>;

/** What holds of a match: what a person said, or what the outcome says by itself; null while it is to be decided. */
export const decisionOf = ({ decision, outcome }: Pick<Match, 'decision' | 'outcome'>): Decision | null =>
  decision ?? (outcome === 'same' ? 'accepted' : null);

/** What choosing a button says to the server: choosing again what holds takes it back, and what is the same needs no word. */
export function chosen(match: Pick<Match, 'decision' | 'outcome'>, choice: Decision): Decision | null {
  if (decisionOf(match) === choice) {
    return null;
  }
  return match.outcome === 'same' && choice === 'accepted' ? null : choice;
}

/** Matches of a street, as the file writes it. */
export interface StreetMatches {
  readonly locality: string;
  readonly street: string;
  readonly matches: readonly Match[];
}

/** Matches by street, each street where the file first has it. */
export function byStreet(matches: readonly Match[]): StreetMatches[] {
  const groups = Map.groupBy(matches, ({ locality, addrStreet }) => JSON.stringify([locality, addrStreet]));
  return [...groups.values()].map((of) => ({
    locality: of[0]?.locality ?? '',
    street: of[0]?.addrStreet ?? '',
    matches: of,
  }));
}

/** Which parts of two addresses are written otherwise, letter by letter. */
export const differing = (a: Address, b: Address): ReadonlySet<keyof Address> =>
  new Set((Object.keys(a) as (keyof Address)[]).filter((part) => a[part] !== b[part]));

/** The parts of an address that a person compares. */
export interface Address {
  readonly addrStreet: string;
  readonly addrNr: string;
  readonly addrBl: string;
  readonly locality: string;
  readonly county: string;
}

export const addressOf = ({ addrStreet, addrNr, addrBl, locality, county }: Address): Address => ({
  addrStreet,
  addrNr,
  addrBl,
  locality,
  county,
});
