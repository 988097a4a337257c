import type { SourceState } from './source-state.ts';

/** Of whom PostgreSQL knows nothing any more, beside what each event says itself. */
interface Forgotten {
  /** The first day of which it is still known who is to be forgotten on it: YYYY-MM-DD; null where there is nobody. */
  readonly keptFrom: string | null;
  /** Orgs that have made their term shorter: of events, and of acts, before which moment who it was was deleted, in how many steps. */
  readonly deleted: Readonly<
    Record<string, { readonly before: string; readonly acts: string; readonly steps: number }>
  >;
  /**
   * Orgs that have deleted events: how often, the last time all before a moment, in milliseconds since 1970, and whether they never went further.
   * A state that was noted by a former version has nothing of it.
   */
  readonly events?: Readonly<
    Record<string, { readonly times: number; readonly before: number; readonly isFurthest: boolean }>
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
    'before', ${inUtc('deleted_before')}, 'acts', ${inUtc('acts_deleted_before')}, 'steps', deletions))
    filter (where deletions > 0), '{}'), 'events', coalesce(json_object_agg(org_id, json_build_object(
    'times', event_deletions, 'before', extract(epoch from events_deleted_before) * 1000, 'isFurthest', events_deleted_before >= kept_from))
    filter (where event_deletions > 0), '{}'))::text
  from (select * from event_forgetting where deletions > 0 or event_deletions > 0 order by org_id) f)`;

const forgottenOf = ({ forgotten }: SourceState) => JSON.parse(forgotten) as Forgotten;

/**
 * Which events were deleted since a state of the source: of each org all before a moment, in milliseconds since 1970.
 *
 * @returns null where that cannot be told: an org went further once than it did the last time, and may have events from between.
 */
export function deletedSince(before: SourceState, after: SourceState): Record<string, number> | null {
  const { events: was } = forgottenOf(before);
  const more = Object.entries(forgottenOf(after).events ?? {}).filter(
    ([org, { times }]) => was?.[org]?.times !== times,
  );
  const isKnown = was !== undefined && more.every(([, { isFurthest }]) => isFurthest);
  return isKnown ? Object.fromEntries(more.map(([org, { before: moment }]) => [org, moment])) : null;
}

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
  const [was, is] = [forgottenOf(before), forgottenOf(after)];
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
