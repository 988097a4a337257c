import type { AlertOccasion } from '@noa/domain/alert.ts';
import type { Db, Tx } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { write } from '../../database/transaction.ts';
import { incidentsOpened } from '../../instruments/meters.ts';
import { mailing } from '../../mail/mailing.ts';
import {
  findDueRule,
  findUnusualRulesBeside,
  lookAgain,
  noteCounted,
  noteUnwatched,
  type AlertRuleRow,
} from './alert-rule.queries.ts';
import { insertDeliveries } from './delivery.queries.ts';
import { findFiring, type FiringIsland } from './conditions/firing.ts';
import { clocksApartMs, findUnusual, isTimeToCount, unusualFrom } from './conditions/unusual.ts';
import {
  calmIncidents,
  continueIncidents,
  endUntold,
  escalateIncidents,
  openIncidents,
  reopenIncidents,
  type IncidentRow,
  type Look,
} from './incident.queries.ts';
import { webhookBody } from './webhook.ts';

/** Milliseconds after which it is looked again whether a rule's condition holds. */
const lookMs = 60_000;

/**
 * Looks at the rule that has waited for longest, and at those that are looked at together with it: opens, continues, escalates and
 * resolves their incidents, and writes down whom to tell.
 * One transaction does all of it, and holds the rules: whatever ends this process leaves nothing half done, and several servers never
 * look at the same rule at once. A rule that cannot be looked at stays due, behind all others that are.
 *
 * @returns false when no rule is due.
 * @throws why a rule could not be looked at.
 */
export async function evaluateNext(db: Db, now: Date): Promise<boolean> {
  let due: AlertRuleRow | undefined;
  try {
    const opened = await write(db, everything, 'system', async (tx) => {
      due = await findDueRule(tx, now, new Date(now.getTime() + lookMs + clocksApartMs));
      const found = due ? await lookAt(tx, due, { now, sendsMail: mailing.of(db).mail !== null }) : 0;
      await (due && lookAgain(tx, due.id, new Date(now.getTime() + lookMs)));
      return found;
    });
    if (due) {
      incidentsOpened.inc({ condition: due.condition }, opened);
    }
    return due !== undefined;
  } catch (cause) {
    const { id } = due ?? {};
    await (id && write(db, everything, 'system', (tx) => lookAgain(tx, id, now)));
    throw cause;
  }
}

/** @returns how many incidents the rule, and those that are looked at with it, have opened. */
async function lookAt(tx: Tx, rule: AlertRuleRow, look: Look): Promise<number> {
  const { condition } = rule;
  if (condition === 'unusual') {
    return evaluateUnusual(tx, rule, look);
  }
  const watched = condition === 'silence' ? await noteGap(tx, rule, look.now) : rule;
  return evaluate(tx, rule, await findFiring(tx, { ...watched, condition }, look.now), look);
}

/**
 * Notes of a rule on silence that nobody has looked at it for half as long as it bears, or longer: no server ran, and no lock could be heard. What
 * ends before locks have had their time again goes on with the one before.
 */
async function noteGap(tx: Tx, rule: AlertRuleRow, now: Date): Promise<AlertRuleRow> {
  const { id, minutes, look_at, unwatched_from, unwatched_to } = rule;
  if (now.getTime() - look_at.getTime() < (minutes / 2) * 60_000) {
    return rule;
  }
  const goesOn = unwatched_to !== null && look_at.getTime() - unwatched_to.getTime() < minutes * 60_000;
  const from = (goesOn ? unwatched_from : null) ?? look_at;
  await noteUnwatched(tx, id, from, now);
  return { ...rule, unwatched_from: from, unwatched_to: now };
}

/**
 * Counts the hours once for all rules of the org that look at them, when it is time to; in between, what was found stays as it is.
 *
 * @returns how many incidents they have opened.
 */
async function evaluateUnusual(tx: Tx, rule: AlertRuleRow, look: Look): Promise<number> {
  const { now } = look;
  if (!isTimeToCount(rule.counted_at, now)) {
    await escalate(tx, rule, now);
    return 0;
  }
  const beside = await findUnusualRulesBeside(tx, rule);
  const rules = [rule, ...beside.filter(({ counted_at }) => isTimeToCount(counted_at, now))];
  const islands = await findUnusual(tx, rule.org_id, now);
  let opened = 0;
  for (const each of rules) {
    opened += await evaluate(tx, each, unusualFrom(islands, each.threshold ?? 0), look);
  }
  await noteCounted(tx, rules, now);
  return opened;
}

/**
 * @param islands - where the rule's condition holds.
 * @returns how many incidents it has opened.
 */
async function evaluate(tx: Tx, rule: AlertRuleRow, islands: readonly FiringIsland[], look: Look): Promise<number> {
  const { now } = look;
  const opened: IncidentRow[] = [];
  if (islands.length > 0) {
    await continueIncidents(tx, rule, islands);
    await endUntold(tx, rule, islands, look);
    await reopenIncidents(tx, rule, islands, look);
    opened.push(...(await openIncidents(tx, rule, islands, now)));
    await tell(tx, rule, 'opened', opened, now);
  }
  await calmIncidents(tx, rule, islands, now);
  await escalate(tx, rule, now);
  return opened.length;
}

async function escalate(tx: Tx, rule: AlertRuleRow, now: Date): Promise<void> {
  if (rule.escalate_minutes !== null) {
    await tell(tx, rule, 'escalated', await escalateIncidents(tx, rule, now), now);
  }
}

/** Writes down that somebody is to be told of these incidents. */
async function tell(
  tx: Tx,
  rule: AlertRuleRow,
  occasion: AlertOccasion,
  incidents: readonly IncidentRow[],
  now: Date,
): Promise<void> {
  const to = occasion === 'opened' ? rule.recipients : rule.escalate_to;
  await insertDeliveries(
    tx,
    incidents.flatMap((incident) => [
      ...(to.length > 0 ? [{ incident, occasion, channel: 'mail' as const, to, body: null }] : []),
      ...(rule.webhook_url === null
        ? []
        : [{ incident, occasion, channel: 'webhook' as const, to: [], body: webhookBody(occasion, incident, now) }]),
    ]),
    now,
  );
}
