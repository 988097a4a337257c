import type { AlertOccasion } from '@noa/domain/alert.ts';
import type { Db, Tx } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { write } from '../../database/transaction.ts';
import { incidentsOpened } from '../../instruments/meters.ts';
import { findDueRule, lookAgain, type AlertRuleRow } from './alert-rule.queries.ts';
import { insertDeliveries } from './delivery.queries.ts';
import { findFiring } from './conditions/firing.ts';
import {
  calmIncidents,
  continueIncidents,
  escalateIncidents,
  forgetOldIncidents,
  openIncidents,
  reopenIncidents,
  type IncidentRow,
} from './incident.queries.ts';
import { webhookBody } from './webhook.ts';

/** Milliseconds after which it is looked again whether a rule's condition holds. */
const lookMs = 60_000;

/**
 * Looks at the rule that has waited for longest: opens, continues, escalates and resolves its incidents, and writes down whom to tell.
 * One transaction does all of it, and holds the rule: whatever ends this process leaves nothing half done, and several servers never
 * look at the same rule at once.
 *
 * @returns false when no rule is due.
 */
export async function evaluateNext(db: Db, now: Date): Promise<boolean> {
  const looked = await write(db, everything, 'system', async (tx) => {
    const rule = await findDueRule(tx, now);
    if (!rule) {
      return null;
    }
    const opened = await evaluate(tx, rule, now);
    await lookAgain(tx, rule.id, new Date(now.getTime() + lookMs));
    return { condition: rule.condition, opened };
  });
  if (looked) {
    incidentsOpened.inc({ condition: looked.condition }, looked.opened);
  }
  return looked !== null;
}

/** @returns how many incidents it has opened. */
async function evaluate(tx: Tx, rule: AlertRuleRow, now: Date): Promise<number> {
  const islands = await findFiring(tx, rule, now);
  const opened: IncidentRow[] = [];
  if (islands.length > 0) {
    await continueIncidents(tx, rule, islands);
    await reopenIncidents(tx, rule, islands, now);
    opened.push(...(await openIncidents(tx, rule, islands, now)));
    await tell(tx, rule, 'opened', opened, now);
  }
  await calmIncidents(tx, rule, islands, now);
  if (rule.escalate_minutes !== null) {
    await tell(tx, rule, 'escalated', await escalateIncidents(tx, rule, now), now);
  }
  await forgetOldIncidents(tx, rule, now);
  return opened.length;
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
