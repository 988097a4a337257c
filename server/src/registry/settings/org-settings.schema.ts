import { updateOrgSettingsInput } from '@noa/domain/org-settings.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { recordOf } from '../../graphql/list.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addNamed } from '../../graphql/related-fields.ts';
import { orgs } from '../orgs/org.queries.ts';
import { Org } from '../orgs/org.schema.ts';
import { isOwned } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { orgSettings } from './org-settings.queries.ts';
import { updateOrgSettings } from './org-settings.service.ts';

const OrgSettings = builder.objectRef<Row<'org_settings'>>('OrgSettings').implement({
  description: 'What an org has decided for itself; its id is the org’s.',
  interfaces: [Versioned],
  fields: (t) => ({
    identityDays: t.exposeInt('identity_days', {
      description: 'Days that events keep card and apartment; 0, the default: they never do.',
    }),
    payByUse: t.exposeBoolean('pay_by_use', { description: 'Whether apartments pay by what they use.' }),
    identityPurpose: t.exposeString('identity_purpose', {
      description: 'What events keep card and apartment for, beside to pay by use; empty when they do not.',
    }),
    legalBasis: t.exposeString('legal_basis', {
      description: 'By what right events keep card and apartment; empty when they do not.',
    }),
    eventRetentionMonths: t.exposeInt('event_retention_months'),
    personalDataRetentionMonths: t.exposeInt('personal_data_retention_months', {
      description: 'Months that history keeps a former occupier.',
    }),
    claimCodeDays: t.exposeInt('claim_code_days', { description: 'Days that a claim code may be redeemed.' }),
    silenceWarningHours: t.exposeInt('silence_warning_hours', {
      description: 'Hours without a message after which a controller deserves a warning.',
    }),
    silenceErrorHours: t.exposeInt('silence_error_hours'),
    batteryWarningPct: t.exposeInt('battery_warning_pct', { description: 'Per cent left; at it or under it.' }),
    batteryErrorPct: t.exposeInt('battery_error_pct'),
    fillWarningPct: t.exposeInt('fill_warning_pct', { description: 'Per cent full; at it or over it.' }),
    fillErrorPct: t.exposeInt('fill_error_pct'),
    mailDomains: t.exposeString('mail_domains', {
      description: 'Mail domains, by spaces, that reports may be sent to beside the org’s own members.',
    }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'orgSettings:write', row) }),
  }),
});
addNamed(OrgSettings, 'org_id', Org, orgs);

builder.queryField('orgSettings', (t) =>
  t.field({
    type: OrgSettings,
    nullable: true,
    authScopes: { may: 'orgSettings:read' },
    args: {
      orgId: t.arg.id({ required: true }),
      asOf: t.arg({ type: 'DateTime', description: 'Reads the past; the present when absent.' }),
    },
    resolve: (_root, { orgId, asOf }, context) =>
      recordOf(context, orgSettings, 'orgSettings:read', { id: orgId, asOf }),
  }),
);

const UpdateOrgSettingsInput = builder.inputType('UpdateOrgSettingsInput', {
  description: 'Absent leaves a setting as it is.',
  fields: (t) => ({
    identityDays: t.int({
      description:
        'Over 0 only with `payByUse` or an `identityPurpose`, and a `legalBasis`; over 90 only with `payByUse`.',
    }),
    payByUse: t.boolean(),
    identityPurpose: t.string(),
    legalBasis: t.string(),
    eventRetentionMonths: t.int(),
    personalDataRetentionMonths: t.int(),
    claimCodeDays: t.int(),
    silenceWarningHours: t.int(),
    silenceErrorHours: t.int(),
    batteryWarningPct: t.int(),
    batteryErrorPct: t.int(),
    fillWarningPct: t.int(),
    fillErrorPct: t.int(),
    mailDomains: t.string({ description: 'By spaces, commas or lines.' }),
  }),
});

builder.mutationField('updateOrgSettings', (t) =>
  t.field({
    type: OrgSettings,
    authScopes: { may: 'orgSettings:write' },
    args: {
      orgId: t.arg.id({ required: true }),
      rowId: t.arg.id({ required: true, description: 'The version the change was made from.' }),
      input: t.arg({ type: UpdateOrgSettingsInput, required: true }),
    },
    resolve: (_root, { orgId, rowId, input }, context) => updateOrgSettings(context, { orgId, rowId }, input),
  }),
);

addRestore(orgSettings, {
  permission: 'orgSettings:write',
  input: updateOrgSettingsInput,
  update: (context, { id, rowId }, input) => updateOrgSettings(context, { orgId: id, rowId }, input),
});
