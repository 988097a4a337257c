import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { gatewayLimits } from '@noa/domain/gateway.ts';
import { memberLimits } from '@noa/domain/member.ts';
import { orgSettingsLimits } from '@noa/domain/org-settings.ts';
import { db } from '../../testing/harness.ts';

/**
 * Where a limit of the domain stands in the database: the greatest number its CHECK allows. Those of declared kinds are looked at
 * by `registry/declared/columns.test.ts`.
 */
const limits: [string, string, number][] = [
  ['org_settings', 'identity_days', orgSettingsLimits.identityDays.max],
  ['org_settings', 'event_retention_months', orgSettingsLimits.eventRetentionMonths.max],
  ['org_settings', 'personal_data_retention_months', orgSettingsLimits.personalDataRetentionMonths.max],
  ['org_settings', 'claim_code_days', orgSettingsLimits.claimCodeDays.max],
  ['org_settings', 'silence_warning_hours', orgSettingsLimits.silenceWarningHours.max],
  ['org_settings', 'silence_error_hours', orgSettingsLimits.silenceErrorHours.max],
  ['org_settings', 'battery_warning_pct', orgSettingsLimits.batteryWarningPct.max],
  ['org_settings', 'battery_error_pct', orgSettingsLimits.batteryErrorPct.max],
  ['org_settings', 'fill_warning_pct', orgSettingsLimits.fillWarningPct.max],
  ['org_settings', 'fill_error_pct', orgSettingsLimits.fillErrorPct.max],
  ['org_settings', 'identity_purpose', orgSettingsLimits.identityPurposeLength],
  ['org_settings', 'legal_basis', orgSettingsLimits.legalBasisLength],
  ['org_settings', 'mail_domains', orgSettingsLimits.mailDomainsLength],
  ['account', 'email', memberLimits.emailLength],
  ['gateway_client', 'client_id', gatewayLimits.clientIdLength],
];

it.each(limits)('%s.%s has the same limit in form, API and database: %d', async (table, column, limit) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and conname = ${`${table}_${column}_check`}`.execute(db);

  expect(Number(/<= \(?(-?\d+)/.exec(rows[0]?.definition ?? '')?.[1])).toBe(limit);
});
