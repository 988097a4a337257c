import type { OrgSettingsValues } from '@noa/domain/org-settings.ts';

type Setting = keyof OrgSettingsValues;

/** What belongs together, in the order of both the summary and the form. */
export const settingGroups: readonly { readonly name: string; readonly fields: readonly Setting[] }[] = [
  {
    name: 'privacy',
    fields: [
      'identityDays',
      'payByUse',
      'identityPurpose',
      'legalBasis',
      'eventRetentionMonths',
      'personalDataRetentionMonths',
    ],
  },
  { name: 'claimCodes', fields: ['claimCodeDays'] },
  { name: 'silence', fields: ['silenceWarningHours', 'silenceErrorHours'] },
  { name: 'battery', fields: ['batteryWarningPct', 'batteryErrorPct'] },
  { name: 'fill', fields: ['fillWarningPct', 'fillErrorPct'] },
  { name: 'mail', fields: ['mailDomains'] },
];

const units = { Days: 'days', Months: 'months', Hours: 'hours', Pct: 'percent' } as const;

/** The unit of a number, which its name ends with: a locale key under `units`. */
export function unitOf(setting: Setting): (typeof units)[keyof typeof units] {
  const ending = Object.keys(units).find((each) => setting.endsWith(each)) as keyof typeof units;
  return units[ending];
}
