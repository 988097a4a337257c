import type { Tx } from '../../database/database.ts';
import { recordSorts, type Kind } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';

/** Each org has one, under the org's own id, from its first moment on. */
export const orgSettings = {
  name: 'orgSettings',
  table: 'org_settings',
  reach: {},
  sorts: recordSorts,
  fields: {
    identityDays: 'identity_days',
    payByUse: 'pay_by_use',
    identityPurpose: 'identity_purpose',
    legalBasis: 'legal_basis',
    eventRetentionMonths: 'event_retention_months',
    personalDataRetentionMonths: 'personal_data_retention_months',
    claimCodeDays: 'claim_code_days',
    silenceWarningHours: 'silence_warning_hours',
    silenceErrorHours: 'silence_error_hours',
    batteryWarningPct: 'battery_warning_pct',
    batteryErrorPct: 'battery_error_pct',
    fillWarningPct: 'fill_warning_pct',
    fillErrorPct: 'fill_error_pct',
    mailDomains: 'mail_domains',
  },
  defaultSort: [{ field: 'id', direction: 'asc' }],
} as const satisfies Kind<'org_settings'>;

/**
 * What an org has decided for itself, for whoever acts within it: `claim_code_days` and the rest. In SQL, join
 * `org_settings s on s.org_id = …`: there is always exactly one. Its bounds stand in `domain/src/org-settings.ts`.
 *
 * @throws if the org is out of the transaction's scope, which is a mistake of the caller.
 */
export const getOrgSettings = (tx: Tx, orgId: string): Promise<Row<'org_settings'>> =>
  tx.selectFrom('org_settings').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow();
