import { forgottenOfSource } from './forgotten.ts';

/** What PostgreSQL holds at one moment. */
export interface SourceState {
  /** Which database this is: another one, or one that was set back or has deleted events, has another. */
  readonly identity: string;
  /** `pg_snapshot` as text: exactly which transactions are included. */
  readonly snapshot: string;
  /** Time zone by org, of past orgs too: an object as JSON, the same text while they are the same. */
  readonly zones: string;
  /** Of whom nothing is known any more, though their events are there: as JSON, the same text while it is the same (forgotten.ts). */
  readonly forgotten: string;
}

export const zonesOf = ({ zones }: SourceState) => JSON.parse(zones) as Readonly<Record<string, string>>;

/** Orgs whose zone is another: all of their events come with those since the state before, and take the place of what was there. */
export function orgsMoved(before: SourceState, after: SourceState): string[] {
  const zones = before.zones === after.zones ? {} : zonesOf(before);
  return Object.entries(zonesOf(after)).flatMap(([id, zone]) => ((zones[id] ?? zone) === zone ? [] : [id]));
}

/** Whether a state is of the same database, and of a later moment, or of the same. */
export function isLater({ identity, snapshot }: SourceState, before: SourceState): boolean {
  const [[xmin = ''], [, xmax = '']] = [before.snapshot.split(':'), snapshot.split(':')];
  return identity === before.identity && BigInt(xmin) <= BigInt(xmax);
}

/** Whether a state is of a later moment of the same database, which has deleted events meanwhile. */
export function hasForgottenMore(state: SourceState, before: SourceState): boolean {
  const database = ({ identity }: SourceState) => identity.replace(/\/[0-9a-f]{32}$/, ''); // without what is forgotten
  const isSame = database(state) === database(before) && state.identity !== before.identity;
  return isSame && isLater({ ...state, identity: before.identity }, before);
}

/**
 * Which database it is. The timeline is there for one that was set back to an earlier moment and went on from there, the generation for
 * one that was filled again where it was; how often each org has deleted events, because nothing tells of an event that is gone: a file
 * without it is built anew.
 */
const identityOfSource = `concat_ws('/',
  (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
  (select oid from pg_database where datname = current_database()), (select generation from database_whereabouts),
  (select md5(string_agg(org_id || ' ' || event_deletions, ' ' order by org_id)) from event_forgetting where event_deletions > 0))`;

export const stateOfSource: string = `pg_current_snapshot()::text as snapshot, now() as at, ${identityOfSource} as identity,
  (select coalesce(json_object_agg(id, time_zone), '{}')::text from (
    select distinct on (id) id, time_zone from org_version order by id, row_id desc) z) as zones,
  ${forgottenOfSource} as forgotten`;
