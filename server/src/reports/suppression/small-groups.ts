import { reportLimits } from '@noa/domain/reporting/report.ts';

/** How the apartments are counted of which the caller may not learn who did what: group by group, as far as it matters. */
export interface Apart {
  /** Further columns of `counted`. */
  readonly counts: readonly string[];
  /** Further tables, each `, name as (…)`, that follow on `counted`. */
  readonly tables: string;
  /** What else `counted` is joined with. */
  readonly joins: string;
  /** How many there are, where `counted` and `joins` are at hand; or, of some too few and of enough, any number like it. */
  readonly apartments: string;
  /** How many several groups have together, or fewer; `suppressible` are those of each, but of one that `says_nobody`. */
  readonly together: string;
}

/**
 * Says how apartments are told apart in SQL.
 *
 * @param suppressible - the condition of the rows that count.
 * @param over - `rows` are what is counted, `… where …`; by `keys` groups are told apart, `k0` and `k1` of `counted`.
 */
export type TellApart = (
  suppressible: string,
  over: { readonly rows: string; readonly keys: readonly string[] },
) => Apart;

/** What is hidden of a question's groups. */
export interface Suppression extends Apart {
  /** Whether a group is shown, by its column `suppressible`. */
  readonly shown: readonly string[];
}

const none: Suppression = { counts: [], tables: '', joins: '', apartments: '', together: '', shown: [] };

/** Whether a group of so many apartments is shown. */
const shown = [`(suppressible = 0 or suppressible >= ${reportLimits.smallestGroup})`];

/** As every engine can. */
const oneByOne: TellApart = (suppressible) => ({
  counts: [`count(distinct case when ${suppressible} then apartment_id end) as apartments`],
  tables: '',
  joins: '',
  apartments: 'counted.apartments',
  together: 'coalesce(sum(suppressible) filter (where not says_nobody), 0)',
});

/** @param suppressible - null when all may be seen. */
export const suppressionOf = (
  suppressible: string | null,
  over: Parameters<TellApart>[1],
  tellApart: TellApart = oneByOne,
): Suppression => (suppressible === null ? none : { ...tellApart(suppressible, over), shown });
