import { describe, expect, it } from 'vitest';
import { alertConditions, alertRuleInput, type AlertRuleValues } from '../alert.ts';
import { parseInput } from '../input.ts';
import { updateInput } from './input.ts';
import type { KindDeclaration } from './kind.ts';
import { declaredKinds } from './kinds.ts';
import { orgSettings, orgSettingsLimits, updateOrgSettingsInput } from '../org-settings.ts';
import { reportScheduleInput } from '../reporting/report-schedule.ts';

/** Below, and above, whatever any field takes. */
const outside = [
  { given: -5_000_000, key: 'form.tooSmall' },
  { given: 5_000_000, key: 'form.tooLarge' },
];

interface Numbered {
  readonly title: string;
  readonly field: string;
  readonly parse: (given: number) => unknown;
}

const kinds: readonly KindDeclaration[] = declaredKinds;
const ofKinds: readonly Numbered[] = kinds.flatMap((kind) =>
  Object.entries(kind.fields)
    .filter(([, { type, fixed }]) => !fixed && (type === 'integer' || type === 'float'))
    .map(([field]) => ({
      title: `${kind.name}.${field}`,
      field,
      parse: (given) => parseInput(updateInput(kind), { [field]: given }),
    })),
);

const rule = (condition: AlertRuleValues['condition']): AlertRuleValues => ({
  orgId: '0e0b8f0c-5a7a-4a55-8d4f-0d3a2c9d8f11',
  name: 'Regula',
  condition,
  readingKind: 'fill_level_pct',
  level: 'error',
  threshold: condition === 'unusual' ? 200 : 90,
  minutes: 60,
  recipients: ['ana@noa.test'],
  locale: 'ro',
  webhookUrl: null,
  escalateMinutes: 30,
  escalateTo: ['ana@noa.test'],
  active: true,
});
const ofRules: readonly Numbered[] = alertConditions.flatMap((condition) =>
  (['threshold', 'minutes', 'escalateMinutes'] as const).map((field) => ({
    title: `an alert rule's ${field} (${condition})`,
    field,
    parse: (given) => parseInput(alertRuleInput, { ...rule(condition), [field]: given }),
  })),
);

const settings = {
  identityDays: 90,
  payByUse: true,
  identityPurpose: 'Plata',
  legalBasis: 'HCL 1',
  eventRetentionMonths: 36,
  personalDataRetentionMonths: 36,
  claimCodeDays: 90,
  silenceWarningHours: 24,
  silenceErrorHours: 72,
  batteryWarningPct: 25,
  batteryErrorPct: 10,
  fillWarningPct: 80,
  fillErrorPct: 95,
  mailDomains: '',
};
const ofSettings: readonly Numbered[] = Object.entries(settings)
  .filter(([, value]) => typeof value === 'number')
  .flatMap(([field]) => [
    {
      title: `an org's ${field}, beside its other settings`,
      field,
      parse: (given) => parseInput(orgSettings, { ...settings, [field]: given }),
    },
    {
      title: `an org's ${field}, by itself`,
      field,
      parse: (given) => parseInput(updateOrgSettingsInput, { [field]: given }),
    },
  ]);

const schedule = {
  orgId: '0e0b8f0c-5a7a-4a55-8d4f-0d3a2c9d8f11',
  report: 'usage',
  period: 'last_month',
  metrics: ['event_count'],
  groupBy: [],
  filters: [],
  frequency: 'monthly',
  weekday: 1,
  monthDay: 1,
  hour: 7,
  format: 'csv',
  locale: 'ro',
  recipients: ['ana@noa.test'],
  active: true,
};
const ofSchedules: readonly Numbered[] = (['weekday', 'monthDay', 'hour'] as const).map((field) => ({
  title: `a scheduled report's ${field}`,
  field,
  parse: (given) => parseInput(reportScheduleInput, { ...schedule, [field]: given }),
}));

const numbers = [...ofKinds, ...ofRules, ...ofSettings, ...ofSchedules];

describe('a number outside of its bounds', () => {
  it.each(numbers.flatMap((number) => outside.map((side) => ({ ...number, ...side }))))(
    'is refused as $key when $title is $given',
    ({ field, given, key, parse }) => {
      expect(() => parse(given)).toThrow(
        expect.objectContaining({ fields: expect.objectContaining({ [field]: key }) as object }),
      );
    },
  );

  it('is looked for in every setting that has some', () => {
    const bounded = Object.entries(orgSettingsLimits).filter(([, limits]) => typeof limits === 'object');
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(bounded.map(([field]) => field)));
  });
});
