import * as z from 'zod/mini';
import { alertRuleInput, unusualHour } from '@noa/domain/alert.ts';
import type { AlertRulesQuery, CreateAlertRuleInput, UpdateAlertRuleInput } from '../../api/generated/graphql.ts';
import { addressesIn } from '../../crud/form/addresses.ts';

type AlertRule = AlertRulesQuery['alertRules']['nodes'][number];

/** A rule as its form has it: what its condition does not ask for waits for the one that does. */
export interface RuleValues {
  orgId: string | null;
  name: string;
  condition: AlertRule['condition'];
  readingKind: NonNullable<AlertRule['readingKind']>;
  level: 'error' | 'warning';
  threshold: number | null;
  minutes: number | null;
  recipients: string;
  locale: 'ro' | 'en';
  webhookUrl: string;
  escalateMinutes: number | null;
  escalateTo: string;
  active: boolean;
}

/** What a condition's threshold begins with when it is chosen: 90 is a fill, and too little of what is counted against the usual. */
export const usualThresholds: Partial<Record<RuleValues['condition'], number>> = {
  fill: 90,
  refusals: 20,
  unusual: 200,
};

/** What a rule begins with. */
export const newRule = (orgId: string | null, language: string): RuleValues => ({
  orgId,
  name: '',
  condition: 'fill',
  readingKind: 'battery_life_pct',
  level: 'error',
  threshold: 90,
  minutes: 180,
  recipients: '',
  locale: language === 'en' ? 'en' : 'ro',
  webhookUrl: '',
  escalateMinutes: null,
  escalateTo: '',
  active: true,
});

/** A rule as its form shows it. */
export const valuesOf = (rule: AlertRule): RuleValues => ({
  orgId: rule.org?.id ?? null,
  name: rule.name,
  condition: rule.condition,
  readingKind: rule.readingKind ?? 'battery_life_pct',
  level: rule.level === 'warning' ? 'warning' : 'error',
  threshold: rule.threshold,
  minutes: rule.minutes,
  recipients: rule.recipients.join('\n'),
  locale: rule.locale === 'en' ? 'en' : 'ro',
  webhookUrl: rule.webhookUrl ?? '',
  escalateMinutes: rule.escalateMinutes,
  escalateTo: rule.escalateTo.join('\n'),
  active: rule.active,
});

/** The rule as the API takes it. */
const inputFrom = ({ recipients, escalateTo, webhookUrl, ...values }: RuleValues) => ({
  ...values,
  readingKind: values.condition === 'level' ? values.readingKind : null,
  level: values.condition === 'level' ? values.level : null,
  threshold: values.condition === 'level' || values.condition === 'silence' ? null : values.threshold,
  minutes: values.condition === 'unusual' ? unusualHour.minutes : values.minutes,
  recipients: addressesIn(recipients),
  webhookUrl: webhookUrl.trim() || null,
  escalateTo: addressesIn(escalateTo),
});

/** Holds a form to what the API demands of a rule; what is wrong with one of several addresses is said at all of them. */
export const ruleForm: z.ZodMiniType<CreateAlertRuleInput> = z.pipe(
  z.custom<RuleValues>(),
  z.transform((values, context) => {
    const { data, error } = alertRuleInput.safeParse(inputFrom(values));
    for (const { path, message } of error?.issues ?? []) {
      context.issues.push({ code: 'custom', input: values, path: path.slice(0, 1), message });
    }
    return data ?? z.NEVER;
  }),
);

/** What a rule looks for is one thing: a threshold goes with its condition. */
const lookedFor = ['condition', 'readingKind', 'level', 'threshold', 'minutes'] as const;

/**
 * What was changed of a rule, as the API takes it: what others change of it meanwhile stays.
 *
 * @param before - the rule as the form began with it.
 */
export function changedRule(
  before: RuleValues,
  { orgId: _owner, ...input }: CreateAlertRuleInput,
): UpdateAlertRuleInput {
  const was = inputFrom(before) as Readonly<Record<string, unknown>>;
  const differing = Object.keys(input).filter(
    (name) => JSON.stringify(input[name as keyof typeof input]) !== JSON.stringify(was[name]),
  );
  const sent = lookedFor.some((name) => differing.includes(name)) ? [...differing, ...lookedFor] : differing;
  return Object.fromEntries(sent.map((name) => [name, input[name as keyof typeof input]]));
}
