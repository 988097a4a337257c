import { recordSorts, type Kind } from '../../records/record.ts';

/**
 * What an org has decided for itself: each has one, under its own id, from its first moment on, for whoever acts within it, who joins
 * `org_settings s on s.org_id = …`. Its bounds stand in `domain/src/org-settings.ts`.
 */
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
