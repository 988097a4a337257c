import { alertConditions } from '@noa/domain/alert.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { addNamed } from '../../graphql/related-fields.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { StatusLevelEnum, StatusUpdateKindEnum } from '../../graphql/scalars.ts';
import { orgs } from '../../registry/orgs/org.queries.ts';
import { Org } from '../../registry/orgs/org.schema.ts';
import { rulesWithin, type AlertRuleRow } from './alert-rule.queries.ts';
import { createRule, deleteRule, readRule, renewSecret, updateRule } from './alert-rule.service.ts';

export const AlertConditionEnum = builder.enumType('AlertCondition', {
  description:
    'A reading of a kind at a level or worse; a lock that says nothing; a fill for so long; refused cards at a container group; more openings there than is usual at that hour of that weekday.',
  values: alertConditions,
});

const AlertRule = builder.objectRef<AlertRuleRow>('AlertRule').implement({
  description: 'When who is told, once, that something is wrong with containers.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    condition: t.expose('condition', { type: AlertConditionEnum }),
    readingKind: t.expose('reading_kind', { type: StatusUpdateKindEnum, nullable: true, description: 'Of `level`.' }),
    level: t.expose('level', { type: StatusLevelEnum, nullable: true, description: 'Of `level`: it, or worse.' }),
    threshold: t.exposeInt('threshold', {
      nullable: true,
      description: 'Per cent of `fill`, number of `refusals`, of `unusual` per cent of what is usual.',
    }),
    minutes: t.exposeInt('minutes', {
      description: 'For how long it holds; of `refusals`, within how long; of `unusual`, 60.',
    }),
    recipients: t.exposeStringList('recipients'),
    locale: t.exposeString('locale', { description: 'The language of e-mails: `ro` or `en`.' }),
    webhookUrl: t.exposeString('webhook_url', { nullable: true }),
    escalateMinutes: t.exposeInt('escalate_minutes', {
      nullable: true,
      description: 'After so long without anybody’s acknowledgement `escalateTo` is told; null for never.',
    }),
    escalateTo: t.exposeStringList('escalate_to'),
    active: t.exposeBoolean('active'),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
  }),
});
addNamed(AlertRule, 'org_id', Org, orgs);
const AlertRuleConnection = connectionOf('AlertRule', AlertRule);

builder.queryFields((t) => ({
  alertRule: t.field({
    type: AlertRule,
    authScopes: { may: 'alertRule:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => readRule(context, id),
  }),
  alertRules: t.field({
    type: AlertRuleConnection,
    description: 'The newest first.',
    authScopes: { may: 'alertRule:read' },
    args: pageArgs,
    resolve: (_root, args, context) => rowConnection(context, 'alertRule:read', rulesWithin, args),
  }),
}));

const CreateAlertRuleInput = builder.inputType('CreateAlertRuleInput', {
  fields: (t) => ({
    orgId: t.id({ required: true }),
    name: t.string({ required: true }),
    condition: t.field({ type: AlertConditionEnum, required: true }),
    readingKind: t.field({ type: StatusUpdateKindEnum, description: '`level` needs it.' }),
    level: t.field({ type: StatusLevelEnum, description: '`error` or `warning`; `level` needs it.' }),
    threshold: t.int({ description: '`fill`, `refusals` and `unusual` need it; of `unusual`, 110 to 1,000.' }),
    minutes: t.int({
      required: true,
      description: '0 to 43,200; of `silence` from 60, of `refusals` 1 to 120, of `unusual` 60.',
    }),
    recipients: t.stringList({ defaultValue: [], description: 'At most 20 addresses, as for reports.' }),
    locale: t.string({ defaultValue: 'ro' }),
    webhookUrl: t.string({ description: 'Called as Standard Webhooks 1.0 say.' }),
    escalateMinutes: t.int({ description: '5 to 10,080.' }),
    escalateTo: t.stringList({ defaultValue: [] }),
    active: t.boolean({ defaultValue: true }),
  }),
});

const UpdateAlertRuleInput = builder.inputType('UpdateAlertRuleInput', {
  description: 'Absent leaves a field as it is.',
  fields: (t) => ({
    name: t.string(),
    condition: t.field({ type: AlertConditionEnum }),
    readingKind: t.field({ type: StatusUpdateKindEnum }),
    level: t.field({ type: StatusLevelEnum }),
    threshold: t.int(),
    minutes: t.int(),
    recipients: t.stringList(),
    locale: t.string(),
    webhookUrl: t.string(),
    escalateMinutes: t.int(),
    escalateTo: t.stringList(),
    active: t.boolean({ description: 'A rule that is paused resolves what it has opened.' }),
  }),
});

builder.mutationFields((t) => ({
  createAlertRule: t.field({
    type: AlertRule,
    authScopes: { may: 'alertRule:write' },
    args: { input: t.arg({ type: CreateAlertRuleInput, required: true }) },
    resolve: (_root, { input }, context) =>
      createRule(context, {
        ...input,
        readingKind: input.readingKind ?? null,
        level: input.level ?? null,
        threshold: input.threshold ?? null,
        webhookUrl: input.webhookUrl ?? null,
        escalateMinutes: input.escalateMinutes ?? null,
        recipients: input.recipients ?? [],
        locale: input.locale ?? 'ro',
        escalateTo: input.escalateTo ?? [],
        active: input.active ?? true,
      }),
  }),
  updateAlertRule: t.field({
    type: AlertRule,
    authScopes: { may: 'alertRule:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateAlertRuleInput, required: true }) },
    resolve: (_root, { id, input }, context) => updateRule(context, id, { ...input }),
  }),
  deleteAlertRule: t.field({
    type: 'ID',
    description: 'Its incidents go with it.',
    authScopes: { may: 'alertRule:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteRule(context, id),
  }),
  renewAlertSecret: t.field({
    type: 'String',
    description:
      'Gives the rule’s webhook a new secret to be signed by, and tells it this once; the one before counts no more.',
    authScopes: { may: 'alertRule:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => renewSecret(context, id),
  }),
}));
