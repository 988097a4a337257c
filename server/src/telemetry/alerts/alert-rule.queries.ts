import { sql } from 'kysely';
import { execute, findRow, findRows, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Scope } from '../../database/scope.ts';
import { newestFirst, type RowList } from '../../graphql/row-list.ts';
import { inScope, uuidOf } from '../../records/record.ts';

/** What a rule looks for; an incident says by which it was opened. The threshold is per cent of `fill` or of what is usual, or a number of `refusals`. */
export type Demand = Pick<AlertRuleRow, 'condition' | 'reading_kind' | 'level' | 'threshold' | 'minutes'>;

/**
 * A rule. Of `unusual`, `counted_at` is when the hours were last counted, null before the first time; of `silence`, from `unwatched_from` to
 * `unwatched_to` no server ran, the last time, null: never for long. `look_at` is when it was to be looked at.
 */
export type AlertRuleRow = Omit<Row<'alert_rule'>, 'webhook_secret_cipher' | 'updated_at' | 'updated_by'>;

const columns = sql.raw<AlertRuleRow>(
  `r.org_id, r.id, r.name, r.condition, r.reading_kind, r.level, r.threshold, r.minutes, r.recipients, r.locale, r.webhook_url,
   r.escalate_minutes, r.escalate_to, r.active, r.created_at, r.counted_at, r.look_at, r.unwatched_from, r.unwatched_to`,
);

/** Rules are their org's alone. */
const reach = {};

/** The newest first. */
export const rulesWithin = (scope: Scope): RowList<AlertRuleRow> => ({
  from: sql`alert_rule`,
  columns,
  conditions: [inScope({ reach }, scope)],
  order: newestFirst('created_at'),
});

/** @returns undefined when it is absent or out of reach: the two answer alike. */
export const findRule = (tx: Tx, scope: Scope, id: string, lock = sql``): Promise<AlertRuleRow | undefined> =>
  findRow<AlertRuleRow>(tx)`
  select ${columns} from alert_rule r where r.id = ${uuidOf(id)} and ${inScope({ reach }, scope)} ${lock}`;

/** The same, locked: what is written of it is made of what it says, and must not be of what it said before somebody else's change. */
export const lockRule: typeof findRule = (tx, scope, id) => findRule(tx, scope, id, sql`for update of r`);

/** How many rules an org has; counted by one at a time, so that two do not both take the last. */
export async function countRules(tx: Tx, orgId: string): Promise<number> {
  await execute(tx)`select from org_settings where org_id = ${orgId} for update`;
  return getValue<number>(tx)`
    select count(*)::int as count from alert_rule where org_id = ${orgId}`;
}

/** What is written of a rule. */
export type RuleContent = Omit<
  AlertRuleRow,
  'created_at' | 'counted_at' | 'look_at' | 'unwatched_from' | 'unwatched_to'
> & { readonly secret: Buffer | null };

/** Writes a rule, new or changed, and has it looked at anew. */
export const writeRule = (tx: Tx, c: RuleContent): Promise<void> => execute(tx)`
  insert into alert_rule as r (org_id, id, name, condition, reading_kind, level, threshold, minutes, recipients, locale,
    webhook_url, webhook_secret_cipher, escalate_minutes, escalate_to, active)
  values (${c.org_id}, ${c.id}, ${c.name}, ${c.condition}, ${c.reading_kind}, ${c.level}, ${c.threshold}, ${c.minutes},
    ${[...c.recipients]}::text[], ${c.locale}, ${c.webhook_url}, ${c.secret}, ${c.escalate_minutes},
    ${[...c.escalate_to]}::text[], ${c.active})
  on conflict (org_id, id) do update set name = excluded.name, condition = excluded.condition,
    reading_kind = excluded.reading_kind, level = excluded.level, threshold = excluded.threshold, minutes = excluded.minutes,
    recipients = excluded.recipients, locale = excluded.locale, webhook_url = excluded.webhook_url,
    webhook_secret_cipher = coalesce(r.webhook_secret_cipher, excluded.webhook_secret_cipher),
    escalate_minutes = excluded.escalate_minutes, escalate_to = excluded.escalate_to, active = excluded.active,
    look_at = now(), counted_at = null, updated_at = now(), updated_by = actor()`;

/** Exchanges the secret by which a rule's webhook is signed. */
export const writeSecret = (tx: Tx, id: string, secret: Buffer): Promise<void> =>
  execute(tx)`update alert_rule set webhook_secret_cipher = ${secret} where id = ${id}`;

/** Its incidents and what was told of them go with it. */
export const removeRule = (tx: Tx, id: string): Promise<void> => execute(tx)`delete from alert_rule where id = ${id}`;

/**
 * The rule that has waited for longest to be looked at, and that no other server looks at. Locks it.
 *
 * @param latest - what is to be looked at later than this was put off by a clock that was wrong, and is due as well.
 */
export async function findDueRule(tx: Tx, now: Date, latest: Date): Promise<AlertRuleRow | undefined> {
  return findRow<AlertRuleRow>(tx)`
    select ${columns} from alert_rule r join org o on o.id = r.org_id
    where r.active and (r.look_at <= ${now} or r.look_at > ${latest}) and o.enabled
    order by r.look_at limit 1 for update of r skip locked`;
}

export const lookAgain = (tx: Tx, id: string, at: Date): Promise<void> =>
  execute(tx)`update alert_rule set look_at = ${at} where id = ${id}`;

/** Notes of a rule that nobody has looked at it for so long. */
export const noteUnwatched = (tx: Tx, id: string, from: Date, to: Date): Promise<void> =>
  execute(tx)`update alert_rule set unwatched_from = ${from}, unwatched_to = ${to} where id = ${id}`;

/** The other rules on more openings than usual of the same org, but those that another server looks at. Locks them. */
export async function findUnusualRulesBeside(tx: Tx, { org_id, id }: AlertRuleRow): Promise<AlertRuleRow[]> {
  return findRows<AlertRuleRow>(tx)`
    select ${columns} from alert_rule r
    where r.org_id = ${org_id} and r.id <> ${id} and r.condition = 'unusual' and r.active
    order by r.id for update skip locked`;
}

/** Notes of rules on more openings than usual that the hours were counted for them. */
export const noteCounted = (tx: Tx, rules: readonly AlertRuleRow[], now: Date): Promise<void> =>
  execute(tx)`update alert_rule set counted_at = ${now} where id = any(${rules.map(({ id }) => id)}::uuid[])`;
