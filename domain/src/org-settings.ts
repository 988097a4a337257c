import * as z from 'zod/mini';
import { optionalText, wholeNumber } from './text.ts';

/** Limits shared by the form, the API and the CHECK constraints. Days, months, hours and per cent, as the names say. */
export const orgSettingsLimits = {
  identityDays: { min: 0, max: 3_650 },
  eventRetentionMonths: { min: 1, max: 120 },
  personalDataRetentionMonths: { min: 1, max: 120 },
  claimCodeDays: { min: 1, max: 365 },
  silenceWarningHours: { min: 1, max: 720 },
  silenceErrorHours: { min: 1, max: 720 },
  batteryWarningPct: { min: 0, max: 100 },
  batteryErrorPct: { min: 0, max: 100 },
  fillWarningPct: { min: 0, max: 100 },
  fillErrorPct: { min: 0, max: 100 },
  identityPurposeLength: 1_000,
  legalBasisLength: 1_000,
  mailDomainsLength: 500,
} as const;

/** Days that events may keep card and apartment for another purpose than to pay by use (domain.md, "Personal data"). */
export const identityDaysWithoutPayByUse = 90;

/** Domains in the order they were given, each once, in lower case. */
const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** Of at least two labels: nobody approves of all that ends in `.ro`. */
const isDomain = (text: string): boolean =>
  text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text);

/** Names of mail domains, typed with commas, blanks or lines between them; kept by single spaces. */
const mailDomains = z.pipe(
  z.string('form.required').check(z.maxLength(orgSettingsLimits.mailDomainsLength, 'form.tooLong')),
  z.pipe(
    z.transform((text: string) => domainsIn(text).join(' ')),
    z.string().check(z.refine((text) => domainsIn(text).every(isDomain), 'form.badDomain')),
  ),
);

/** Whether an address lies in one of an org's approved mail domains, to the letter: a subdomain is another one. */
export const isApprovedAddress = (address: string, approved: string): boolean =>
  domainsIn(approved).includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

const fields = {
  identityDays: wholeNumber(orgSettingsLimits.identityDays),
  payByUse: z.boolean('form.required'),
  identityPurpose: optionalText(orgSettingsLimits.identityPurposeLength),
  legalBasis: optionalText(orgSettingsLimits.legalBasisLength),
  eventRetentionMonths: wholeNumber(orgSettingsLimits.eventRetentionMonths),
  personalDataRetentionMonths: wholeNumber(orgSettingsLimits.personalDataRetentionMonths),
  claimCodeDays: wholeNumber(orgSettingsLimits.claimCodeDays),
  silenceWarningHours: wholeNumber(orgSettingsLimits.silenceWarningHours),
  silenceErrorHours: wholeNumber(orgSettingsLimits.silenceErrorHours),
  batteryWarningPct: wholeNumber(orgSettingsLimits.batteryWarningPct),
  batteryErrorPct: wholeNumber(orgSettingsLimits.batteryErrorPct),
  fillWarningPct: wholeNumber(orgSettingsLimits.fillWarningPct),
  fillErrorPct: wholeNumber(orgSettingsLimits.fillErrorPct),
  mailDomains,
};

export type OrgSettingsValues = { -readonly [Field in keyof typeof fields]: z.output<(typeof fields)[Field]> };

/** What is an error has been a warning before: silence and fill grow into it, a battery sinks. */
const wellOrdered = [
  z.refine<OrgSettingsValues>((it) => it.silenceErrorHours > it.silenceWarningHours, {
    error: 'form.overWarning',
    path: ['silenceErrorHours'],
  }),
  z.refine<OrgSettingsValues>((it) => it.batteryErrorPct < it.batteryWarningPct, {
    error: 'form.underWarning',
    path: ['batteryErrorPct'],
  }),
  z.refine<OrgSettingsValues>((it) => it.fillErrorPct > it.fillWarningPct, {
    error: 'form.overWarning',
    path: ['fillErrorPct'],
  }),
] as const;

/** Who opened what is kept only by an org that says what for and by what right; to pay by use needs it. */
const lawful = [
  z.refine<OrgSettingsValues>((it) => it.identityDays <= identityDaysWithoutPayByUse || it.payByUse, {
    error: 'form.onlyPayByUse',
    path: ['identityDays'],
  }),
  z.refine<OrgSettingsValues>((it) => it.identityDays > 0 || !it.payByUse, {
    error: 'form.payByUseNeedsWho',
    path: ['identityDays'],
  }),
  z.refine<OrgSettingsValues>((it) => it.identityDays === 0 || it.payByUse || it.identityPurpose !== '', {
    error: 'form.required',
    path: ['identityPurpose'],
  }),
  z.refine<OrgSettingsValues>((it) => it.identityDays === 0 || it.legalBasis !== '', {
    error: 'form.required',
    path: ['legalBasis'],
  }),
] as const;

/** All settings of an org, as they must fit together. */
export const orgSettings = z.object(fields).check(...wellOrdered, ...lawful);

/** Absent leaves a setting as it is. */
export const updateOrgSettingsInput = z.partial(z.object(fields));
