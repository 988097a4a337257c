import * as z from 'zod/mini';
import { mailFailures } from './mail/failures.ts';
import { recipients } from './mail/recipients.ts';
import { exportLocales } from './reporting/report.ts';
import { recordId, requiredText, wholeNumber } from './text.ts';
import { statusUpdateKinds } from './vocabulary.ts';

/**
 * What a rule looks for: a reading of a kind at a level or worse; a lock that says nothing; a fill of so many per cent for so long; so
 * many refused cards at a container group within so long; more openings there within an hour than is usual at that hour of that weekday.
 */
export const alertConditions = ['level', 'silence', 'fill', 'refusals', 'unusual'] as const;
export type AlertCondition = (typeof alertConditions)[number];

/** Levels that deserve an alert; a warning's rule counts errors too. */
export const alertLevels = ['error', 'warning'] as const;
export type AlertLevel = (typeof alertLevels)[number];

export const incidentStates = ['open', 'acknowledged', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** What somebody is told of an incident: that there is one, and that nobody has acknowledged it. */
export const alertOccasions = ['opened', 'escalated'] as const;
export type AlertOccasion = (typeof alertOccasions)[number];

export const alertChannels = ['mail', 'webhook'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** Why nobody is told any more of what waits to be told: its rule was paused, somebody acknowledged what nobody had, or it resolved in a silence. */
const noMoreTold = ['paused', 'acknowledged', 'resolved'] as const;

/** Why somebody could not be told. */
export const alertFailures = {
  mail: [...mailFailures, ...noMoreTold],
  webhook: [
    'org_disabled',
    ...noMoreTold,
    'webhook_refused',
    'webhook_gone',
    'webhook_unreachable',
    'webhook_not_public',
    'internal',
  ],
} as const satisfies Record<AlertChannel, readonly string[]>;

/** How far telling is: `waiting` to be tried, `sending` while somebody tries. */
export const alertDeliveryStates = ['waiting', 'sending', 'sent', 'failed'] as const;
export type AlertDeliveryState = (typeof alertDeliveryStates)[number];

/** Limits shared by the form, the API and the CHECK constraints. */
export const alertLimits = {
  rulesPerOrg: 50,
  name: 100,
  url: 500,
  /** Of every condition but refusals: 30 days. */
  minutes: 43_200,
  /** Of refusals, which are counted anew each minute. */
  refusalMinutes: 120,
  silenceMinutes: { min: 60 },
  refusals: 10_000,
  /** Per cent of what is usual from which on more is told. */
  unusualPct: { min: 110, max: 1_000 },
  escalateMinutes: { min: 5, max: 10_080 },
  /** Days that a planned silence may last. */
  silenceDays: 30,
} as const;

/** An incident resolves when its condition has not held for so many minutes on end. */
export const calmMinutes = 60;

/** What comes back within so many hours of an incident's opening is the same incident, and is not told again. */
export const sameIncidentHours = 24;

/** What `unusual` compares: an hour that has ended with the same hour of the same weekday in so many weeks before. */
export const unusualHour = {
  minutes: 60,
  weeks: 4,
  /** Openings that there must be beyond what is usual: where three are, six are nothing to be told of. */
  leastMore: 10,
  /** Apartments that must have opened: no fewer are told of, nor is what fewer did (small-group suppression). */
  leastApartments: 5,
} as const;

/** Where a webhook goes: http and https alone, and nothing in it that a log would tell. */
function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !url.hash
  );
}

const webhookUrl = z
  .string('form.required')
  .check(z.trim(), z.maxLength(alertLimits.url, 'form.tooLong'), z.refine(isWebhookUrl, 'alert.badUrl'));

const fields = {
  orgId: recordId,
  name: requiredText(alertLimits.name),
  condition: z.enum(alertConditions, 'form.required'),
  /** Of `level`. */
  readingKind: z.nullable(z.enum(statusUpdateKinds, 'form.required')),
  /** Of `level`. */
  level: z.nullable(z.enum(alertLevels, 'form.required')),
  /** Per cent of `fill`, number of `refusals`, per cent of what is usual. */
  threshold: z.nullable(wholeNumber({ min: 1, max: alertLimits.refusals })),
  /** For how long it holds; of `refusals`, within how long they are counted; of `unusual`, the hour. */
  minutes: wholeNumber({ min: 0, max: alertLimits.minutes }),
  recipients,
  locale: z.enum(exportLocales, 'form.required'),
  webhookUrl: z.nullable(webhookUrl),
  /** After so many minutes without anybody's acknowledgement others are told too. */
  escalateMinutes: z.nullable(wholeNumber(alertLimits.escalateMinutes)),
  escalateTo: recipients,
  active: z.boolean('form.required'),
};
type Fields = { -readonly [Field in keyof typeof fields]: z.output<(typeof fields)[Field]> };

const demands = (condition: AlertCondition, field: 'readingKind' | 'level' | 'threshold') =>
  z.refine<Fields>((it) => it.condition !== condition || it[field] !== null, { path: [field], error: 'form.required' });

const bounds = (
  condition: AlertCondition,
  field: 'threshold' | 'minutes',
  { min = -Infinity, max = Infinity },
  error: 'form.tooSmall' | 'form.tooLarge',
) =>
  z.refine<Fields>((it) => it.condition !== condition || ((it[field] ?? min) >= min && (it[field] ?? max) <= max), {
    path: [field],
    error,
    params: error === 'form.tooSmall' ? { minimum: min } : { maximum: max },
  });

/** A rule as a whole, when it is made and when it was changed. */
export const alertRuleInput = z.object(fields).check(
  demands('level', 'readingKind'),
  demands('level', 'level'),
  demands('fill', 'threshold'),
  demands('refusals', 'threshold'),
  demands('unusual', 'threshold'),
  bounds('fill', 'threshold', { max: 100 }, 'form.tooLarge'),
  bounds('unusual', 'threshold', { min: alertLimits.unusualPct.min }, 'form.tooSmall'),
  bounds('unusual', 'threshold', { max: alertLimits.unusualPct.max }, 'form.tooLarge'),
  bounds('unusual', 'minutes', { min: unusualHour.minutes }, 'form.tooSmall'),
  bounds('unusual', 'minutes', { max: unusualHour.minutes }, 'form.tooLarge'),
  bounds('silence', 'minutes', alertLimits.silenceMinutes, 'form.tooSmall'),
  bounds('refusals', 'minutes', { min: 1 }, 'form.tooSmall'),
  bounds('refusals', 'minutes', { max: alertLimits.refusalMinutes }, 'form.tooLarge'),
  z.refine((it) => it.recipients.length > 0 || it.webhookUrl !== null, {
    path: ['recipients'],
    error: 'alert.tellsNobody',
  }),
  z.refine((it) => it.escalateMinutes === null || it.escalateTo.length > 0, {
    path: ['escalateTo'],
    error: 'form.required',
  }),
);
export type AlertRuleValues = z.output<typeof alertRuleInput>;
