import { sql, type SqlBool } from 'kysely';
import { calmMinutes, sameIncidentHours, type IncidentState } from '@noa/domain/alert.ts';
import { execute, findRow, findRows, getRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Scope } from '../../database/scope.ts';
import { newestFirst, type RowList } from '../../graphql/row-list.ts';
import { inScope, type Condition, type Reach, uuidOf } from '../../records/record.ts';
import { groupsOfManagers } from '../../registry/containers/container.queries.ts';
import { idsAre } from '../../registry/filters.ts';
import type { AlertRuleRow, Demand } from './alert-rule.queries.ts';
import type { FiringIsland } from './conditions/firing.ts';
import type { IncidentFilter } from './incident.schema.ts';

/**
 * An incident. Of `unusual`, `openings` are those within the hour by which it was opened, and `usual_openings` as many as are usual; null where too
 * few apartments made them to be told.
 */
export type IncidentRow = Demand &
  Omit<Row<'incident'>, keyof Demand | 'island_id' | 'container_ids' | 'calm_since' | 'reopened_at'> & {
    readonly container_ids: readonly string[];
  };

const columns = sql.raw<IncidentRow>(
  `r.org_id, r.id, r.rule_id, r.rule_name, r.condition, r.reading_kind, r.level, r.threshold, r.minutes, r.container_group_id,
   r.container_ids, r.state, r.opened_at, r.acknowledged_at, r.acknowledged_by, r.escalated_at, r.silenced_until, r.silenced_by,
   r.resolved_at, r.reopened, r.openings, r.usual_openings`,
);

/** Incidents are their org's, and those of the container groups that the residents of a manager's entrances use. */
export const incidentReach: Reach = {
  managers: (ids) => sql<SqlBool>`r.container_group_id in (${groupsOfManagers(ids)})`,
};

/** What a filter asks for; of which org, for those who may read it. */
export const incidentConditions = ({ orgId, containerGroupId, unresolved, state }: IncidentFilter): Condition[] => [
  ...idsAre([
    ['org_id', orgId, 'org:read'],
    ['container_group_id', containerGroupId],
  ]),
  ...(typeof unresolved === 'boolean'
    ? [unresolved ? sql<SqlBool>`r.state <> 'resolved'` : sql<SqlBool>`r.state = 'resolved'`]
    : []),
  ...(state ? [sql<SqlBool>`r.state = ${state}`] : []),
];

/** The newest first. */
export const incidentsWithin =
  (conditions: readonly Condition[]) =>
  (scope: Scope): RowList<IncidentRow> => ({
    from: sql`incident`,
    columns,
    conditions: [inScope({ reach: incidentReach }, scope), ...conditions],
    order: newestFirst('opened_at'),
  });

/** @returns undefined when it is absent or out of reach: the two answer alike. */
export async function findIncident(tx: Tx, scope: Scope, id: string): Promise<IncidentRow | undefined> {
  return findRow<IncidentRow>(tx)`
    select ${columns} from incident r where r.id = ${uuidOf(id)} and ${inScope({ reach: incidentReach }, scope)}`;
}

/** Says that somebody takes care of it; what was acknowledged or is resolved stays as it is. */
export const markAcknowledged = (tx: Tx, id: string): Promise<void> => execute(tx)`
  update incident set state = 'acknowledged', acknowledged_at = now(), acknowledged_by = actor()
  where id = ${id} and state = 'open'`;

/**
 * Plans a silence, or ends the one there is: what came back in it is told then, and there is as long to acknowledge it, as where it is over by
 * itself.
 *
 * @param until - null ends it.
 */
export const writeSilence = (tx: Tx, id: string, until: Date | null): Promise<void> => execute(tx)`
  update incident set silenced_by = case when ${until}::timestamptz is not null then actor() end,
    silenced_until = coalesce(${until}::timestamptz, case when silenced_until > now() then now() else silenced_until end)
  where id = ${id}`;

const ids = (islands: readonly FiringIsland[]) => islands.map(({ islandId }) => islandId);
const rowsOf = (islands: readonly FiringIsland[]) => sql`
  json_to_recordset(${JSON.stringify(islands)}) as f ("islandId" uuid, "containerGroupId" uuid, "containerIds" json, openings int, "usualOpenings" int)`;
const containerIds = sql`array(select json_array_elements_text(f."containerIds"))::uuid[]`;

/** Notes of the rule's incidents where its condition holds of which containers it does. */
export async function continueIncidents(tx: Tx, rule: AlertRuleRow, islands: readonly FiringIsland[]): Promise<void> {
  await execute(tx)`
    update incident i set container_ids = ${containerIds}, calm_since = null
    from ${rowsOf(islands)}
    where i.org_id = ${rule.org_id} and i.rule_id = ${rule.id} and i.state <> 'resolved' and i.island_id = f."islandId"
      and (i.calm_since is not null or i.container_ids <> ${containerIds})`;
}

/** The moment at which a rule is looked at. */
export interface Look {
  readonly now: Date;
  /** Whether there is a mail server by now. */
  readonly sendsMail: boolean;
}

/**
 * Holds for an incident `i` that nobody was told of, for a reason that is over, and nobody has acknowledged: whoever tried found its rule paused,
 * its org disabled, no mail server, or that it had resolved. One that stands in a planned silence now is to be told to nobody.
 */
function isUntold({ now, sendsMail }: Look) {
  const over = ['paused', 'org_disabled', 'resolved', ...(sendsMail ? ['mail_not_set_up'] : [])];
  return sql<SqlBool>`(
    i.acknowledged_at is null and coalesce(i.silenced_until <= ${now}, true) and coalesce((
      select bool_and(d.state = 'failed' and d.failure = any(${over}::text[]) and d.accepted = '{}')
      from alert_delivery d where d.org_id = i.org_id and d.incident_id = i.id and d.occasion = 'opened'), false))`;
}

/**
 * Resolves what nobody was told of and still holds, so that what is opened in its place is told: what could not be told, and what came back later
 * than the day of its opening, in a planned silence that is over.
 */
export async function endUntold(
  tx: Tx,
  rule: AlertRuleRow,
  islands: readonly FiringIsland[],
  look: Look,
): Promise<void> {
  const { now } = look;
  await execute(tx)`
    update incident i set state = 'resolved', resolved_at = ${now}
    where i.org_id = ${rule.org_id} and i.rule_id = ${rule.id} and i.state <> 'resolved'
      and i.island_id = any(${ids(islands)}::uuid[])
      and (${isUntold(look)} or (i.silenced_until <= ${now}
        and i.reopened_at >= i.opened_at + make_interval(hours => ${sameIncidentHours})))`;
}

/** Of incidents `i` that had resolved before others were told that nobody took care of them: that they were to be. */
const untoldEscalation = sql<SqlBool>`
  d.org_id = i.org_id and d.incident_id = i.id and d.occasion = 'escalated' and d.state = 'failed' and d.failure = 'resolved'
  and d.accepted = '{}'`;

/**
 * What has come back within the day of its opening, or in its planned silence, is the incident that it was; one of what the rule looked
 * for before it was changed is another, and so is one that nobody was told of. Where it had resolved before its escalation was told, there is
 * another one, once nobody has acknowledged it for as long again.
 */
export async function reopenIncidents(
  tx: Tx,
  rule: AlertRuleRow,
  islands: readonly FiringIsland[],
  look: Look,
): Promise<void> {
  const { now } = look;
  await execute(tx)`
    with reopened as (
    update incident i set state = case when i.acknowledged_at is null then 'open' else 'acknowledged' end, resolved_at = null,
      calm_since = null, reopened = i.reopened + 1, reopened_at = ${now}, container_ids = ${containerIds},
      escalated_at = case when not exists (select from alert_delivery d where ${untoldEscalation}) then i.escalated_at end
    from ${rowsOf(islands)}
    where i.state = 'resolved' and i.id = (
        select l.id from incident l where l.org_id = ${rule.org_id} and l.rule_id = ${rule.id} and l.island_id = f."islandId"
          and l.condition = ${rule.condition} and l.reading_kind is not distinct from ${rule.reading_kind}
        order by l.opened_at desc limit 1)
      and (i.opened_at > ${now}::timestamptz - make_interval(hours => ${sameIncidentHours}) or i.silenced_until > ${now})
      and not ${isUntold(look)}
    returning i.org_id, i.id)
    delete from alert_delivery d using reopened i where ${untoldEscalation}`;
}

/** Opens an incident where the rule's condition holds and has none. @returns those that were opened. */
export const openIncidents = (
  tx: Tx,
  rule: AlertRuleRow,
  islands: readonly FiringIsland[],
  now: Date,
): Promise<IncidentRow[]> => findRows<IncidentRow>(tx)`
  insert into incident as r (org_id, rule_id, rule_name, condition, reading_kind, level, threshold, minutes, island_id,
    container_group_id, container_ids, openings, usual_openings, opened_at)
  select ${rule.org_id}::uuid, ${rule.id}::uuid, ${rule.name}::text, ${rule.condition}::text, ${rule.reading_kind}::text,
    ${rule.level}::text, ${rule.threshold}::int, ${rule.minutes}::int, f."islandId", f."containerGroupId", ${containerIds},
    f.openings, f."usualOpenings", ${now}::timestamptz
  from ${rowsOf(islands)}
  on conflict (org_id, rule_id, island_id) where state <> 'resolved' do nothing
  returning ${columns}`;

/** Resolves what has been calm for long enough, and notes since when the rest is. */
export const calmIncidents = (
  tx: Tx,
  rule: AlertRuleRow,
  islands: readonly FiringIsland[],
  now: Date,
): Promise<void> => execute(tx)`
  update incident set calm_since = coalesce(calm_since, ${now}),
    state = case when calm_since <= ${now}::timestamptz - make_interval(mins => ${calmMinutes}) then 'resolved' else state end,
    resolved_at = case when calm_since <= ${now}::timestamptz - make_interval(mins => ${calmMinutes}) then ${now}::timestamptz end
  where org_id = ${rule.org_id} and rule_id = ${rule.id} and state <> 'resolved'
    and island_id <> all(${ids(islands)}::uuid[])
    and (calm_since is null or calm_since <= ${now}::timestamptz - make_interval(mins => ${calmMinutes}))`;

/** Marks what nobody has acknowledged for too long, since it came or came back, once. @returns those that others are told of now. */
export async function escalateIncidents(tx: Tx, rule: AlertRuleRow, now: Date): Promise<IncidentRow[]> {
  return findRows<IncidentRow>(tx)`
    update incident r set escalated_at = ${now}
    where r.org_id = ${rule.org_id} and r.rule_id = ${rule.id} and r.state = 'open' and r.escalated_at is null
      and r.calm_since is null
      and greatest(r.opened_at, r.reopened_at, r.silenced_until) <= ${now}::timestamptz - make_interval(mins => ${rule.escalate_minutes}::int)
    returning ${columns}`;
}

/** How many are not resolved, of all orgs, by whether somebody takes care of them. */
export async function countUnresolved(tx: Tx): Promise<Record<Exclude<IncidentState, 'resolved'>, number>> {
  return getRow<{ open: number; acknowledged: number }>(tx)`
    select (count(*) filter (where state = 'open'))::int as open, (count(*) filter (where state = 'acknowledged'))::int as acknowledged
    from incident where state <> 'resolved'`;
}

/** All that a rule has opened, when it is paused or looks for something else: nobody would look whether it still holds. */
export const resolveAll = (tx: Tx, ruleId: string): Promise<void> => execute(tx)`
  update incident set state = 'resolved', resolved_at = now(), calm_since = now()
  where rule_id = ${ruleId} and state <> 'resolved'`;
