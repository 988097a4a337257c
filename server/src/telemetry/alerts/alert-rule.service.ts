import { randomUUID } from 'node:crypto';
import { alertLimits, alertRuleInput, type AlertRuleValues } from '@noa/domain/alert.ts';
import { demandFound, namesNothing, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { inCamel } from '@noa/domain/kinds/names.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { reachesOrg } from '../../database/scope.ts';
import type { Scope } from '../../database/scope.ts';
import type { Tx } from '../../database/database.ts';
import type { Context } from '../../request/context.ts';
import { findApproved } from '../../registry/settings/approved-recipients.ts';
import {
  countRules,
  findRule,
  lockRule,
  removeRule,
  writeRule,
  writeSecret,
  type AlertRuleRow,
} from './alert-rule.queries.ts';
import { secretPurpose } from './deliver.ts';
import { resolveAll } from './incident.queries.ts';
import { newSecret, webhooks, writtenSecret } from './webhook.ts';

async function getRule(tx: Tx, scope: Scope, id: string, find = findRule): Promise<AlertRuleRow> {
  return demandFound(await find(tx, scope, id), 'alertRule', id);
}

/** @throws {AppError} `NotFound`; `Forbidden`. */
export const readRule = (context: Context, id: string): Promise<AlertRuleRow> =>
  context.read('alertRule:read', (tx, scope) => getRule(tx, scope, id));

/** @throws {AppError} `ValidationFailed` for what only the org, or whoever runs the server, can allow. */
async function refuseUntellable(context: Context, tx: Tx, values: AlertRuleValues): Promise<void> {
  const isRefused = async (addresses: readonly string[]) =>
    (await findApproved(tx, values.orgId, addresses)).size < addresses.length;
  if (await isRefused(values.recipients)) {
    throw validationFailed({ recipients: 'report.recipientNotApproved' });
  }
  if (await isRefused(values.escalateTo)) {
    throw validationFailed({ escalateTo: 'report.recipientNotApproved' });
  }
  if (values.webhookUrl?.startsWith('http:') && !webhooks.of(context.db).allowPrivate) {
    throw validationFailed({ webhookUrl: 'alert.httpsOnly' });
  }
}

const sealerOf = async ({ keys }: Context, tx: Tx) => new Sealer(await keys.forWriting(tx), secretPurpose);

/** Writes the rule; one with a webhook has a secret from its first moment on, which nobody knows until it is exchanged. */
async function store(context: Context, tx: Tx, id: string, values: AlertRuleValues): Promise<void> {
  const { orgId, readingKind, webhookUrl, escalateMinutes, escalateTo, ...others } = values;
  const { condition, level, threshold } = values;
  await writeRule(tx, {
    ...others,
    org_id: orgId,
    id,
    reading_kind: condition === 'level' ? readingKind : null,
    level: condition === 'level' ? level : null,
    threshold: condition === 'level' || condition === 'silence' ? null : threshold,
    webhook_url: webhookUrl,
    secret: webhookUrl === null ? null : (await sealerOf(context, tx)).seal(newSecret(), [orgId, id]),
    escalate_minutes: escalateMinutes,
    escalate_to: escalateTo,
  });
}

/** @throws {AppError} `ValidationFailed` naming the field; `NotFound` for the org; `Forbidden`. */
export function createRule(context: Context, input: unknown): Promise<AlertRuleRow> {
  const values = parseInput(alertRuleInput, input);
  return context.write('alertRule:write', async (tx, scope) => {
    if (!reachesOrg(scope, values.orgId) || !(await orgExists(tx, values.orgId))) {
      throw namesNothing('orgId');
    }
    if ((await countRules(tx, values.orgId)) >= alertLimits.rulesPerOrg) {
      throw validationFailed({ name: 'alert.tooMany' }, `At most ${alertLimits.rulesPerOrg} rules in an org`);
    }
    await refuseUntellable(context, tx, values);
    const id = randomUUID();
    await store(context, tx, id, values);
    return getRule(tx, scope, id);
  });
}

const orgExists = async (tx: Tx, id: string) =>
  (await tx.selectFrom('org').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Whether a rule looks for something else than it did; how bad that must be, and for how long, are another matter. */
const looksElsewhere = (before: AlertRuleRow, after: AlertRuleRow): boolean =>
  before.condition !== after.condition || before.reading_kind !== after.reading_kind;

/**
 * Changes what the input names; whom a rule names is judged anew, but where it is paused and nothing else. One that is paused, or looks for
 * something else from here on, resolves what it has opened.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` naming the field; `Forbidden`.
 */
export const updateRule = (
  context: Context,
  id: string,
  input: Readonly<Record<string, unknown>>,
): Promise<AlertRuleRow> =>
  context.write('alertRule:write', async (tx, scope) => {
    const rule = await getRule(tx, scope, id, lockRule);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const values = parseInput(alertRuleInput, { ...inCamel(rule), ...Object.fromEntries(given) });
    // Whoever pauses it need not know first whom it names wrongly by now.
    if (given.length > 1 || input['active'] !== false) {
      await refuseUntellable(context, tx, values);
    }
    await store(context, tx, rule.id, { ...values, orgId: rule.org_id });
    const changed = await getRule(tx, scope, id);
    if (!changed.active || looksElsewhere(rule, changed)) {
      await resolveAll(tx, id);
    }
    return changed;
  });

/** @throws {AppError} `NotFound`; `Forbidden`. */
export const deleteRule = (context: Context, id: string): Promise<string> =>
  context.write('alertRule:write', async (tx, scope) => {
    const rule = await getRule(tx, scope, id, lockRule);
    await removeRule(tx, rule.id);
    return rule.id;
  });

/**
 * Makes a new secret for a rule's webhook; from here on it signs, and the one before does not.
 *
 * @returns the secret as receivers take it, told this once.
 * @throws {AppError} `NotFound`; `ValidationFailed` for a rule without a webhook; `Forbidden`.
 */
export const renewSecret = (context: Context, id: string): Promise<string> =>
  context.write('alertRule:write', async (tx, scope) => {
    const rule = await getRule(tx, scope, id, lockRule);
    if (rule.webhook_url === null) {
      throw validationFailed({ webhookUrl: 'form.required' });
    }
    const secret = newSecret();
    await writeSecret(tx, rule.id, (await sealerOf(context, tx)).seal(secret, [rule.org_id, rule.id]));
    return writtenSecret(secret);
  });
