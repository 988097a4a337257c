import type { SourceState } from './source-state.ts';

/** Of whom PostgreSQL knows nothing any more, beside what each event says itself. */
interface Forgotten {
  /** The first day of which it is still known who is to be forgotten on it: YYYY-MM-DD; null where there is nobody. */
  readonly keptFrom: string | null;
  /** Orgs that have made their term shorter: of events, and of acts, before which moment who it was was deleted, in how many steps. */
  readonly deleted: Readonly<
    Record<string, { readonly before: string; readonly acts: string; readonly steps: number }>
  >;
}

const inUtc = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;

/** Of the console's acts, and not of a lock's events (which have a container): who it was is kept of them for longer (decision 89). */
const actKinds = `kind in ('card_blocked', 'card_erased', 'card_unblocked', 'duplicate_detected')`;

/** How an engine says what is to be known of a copied event. */
export interface CopyWords {
  /** A moment, given in UTC: `2026-11-24 10:00:00.000000`. */
  readonly momentOf: (utc: string) => string;
  readonly isOfOrg: (id: string) => string;
  readonly hasNoContainer: string;
}

/** `Forgotten` as JSON, the same text while it is the same. */
export const forgottenOfSource = `(
  select json_build_object('keptFrom', first_identity_day(), 'deleted', coalesce(json_object_agg(org_id, json_build_object(
    'before', ${inUtc('deleted_before')}, 'acts', ${inUtc('acts_deleted_before')}, 'steps', deletions)), '{}'))::text
  from (select * from event_forgetting where deletions > 0 order by org_id) f)`;

/**
 * Which events of a copy have lost who since a state of the source, as a condition on them; null for none. Those that come with
 * the later state say so themselves.
 */
export function forgottenSince(
  before: SourceState,
  after: SourceState,
  { momentOf, isOfOrg, hasNoContainer }: CopyWords,
): string | null {
  if (before.forgotten === after.forgotten) {
    return null;
  }
  const [was, is] = [before, after].map(({ forgotten }) => JSON.parse(forgotten) as Forgotten) as [
    Forgotten,
    Forgotten,
  ];
  const deleted = Object.entries(is.deleted).filter(([org, { steps }]) => was.deleted[org]?.steps !== steps);
  const hasDropped = was.keptFrom !== null && (is.keptFrom === null || is.keptFrom > was.keptFrom);
  const conditions = [
    ...(hasDropped ? [is.keptFrom === null ? 'true' : `forget_on < '${is.keptFrom}'`] : []),
    ...deleted.map(
      ([org, { before: moment, acts }]) =>
        `${isOfOrg(org)} and occurred_at < case when ${hasNoContainer} and ${actKinds} then ${momentOf(acts)} else ${momentOf(moment)} end`,
    ),
  ];
  return conditions.length > 0 ? `forget_on is not null and (${conditions.join(' or ')})` : null;
}
