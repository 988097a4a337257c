import type { TFunction } from 'i18next';
import { orgSettingsLimits, type OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { numberText } from './setting-text.ts';

/** The settings that say what is kept of people, and for how long. */
export const privacyFields = [
  'identityDays',
  'payByUse',
  'identityPurpose',
  'legalBasis',
  'eventRetentionMonths',
  'personalDataRetentionMonths',
  'claimCodeDays',
] as const satisfies readonly (keyof OrgSettingsValues)[];

export type PrivacySettings = Pick<OrgSettingsValues, (typeof privacyFields)[number]>;

/** What of an event's card and apartment is kept: nothing, or for what. */
export type Keeping = 'none' | 'purpose' | 'payByUse';

/** @returns null while a form's values cannot be saved: pay-by-use needs to know who. */
export function keepingOf({ identityDays, payByUse }: PrivacySettings): Keeping | null {
  if (identityDays === 0) {
    return payByUse ? null : 'none';
  }
  return payByUse ? 'payByUse' : 'purpose';
}

type Term = 'identityDays' | 'eventRetentionMonths' | 'personalDataRetentionMonths' | 'claimCodeDays';

/** Whether a form has a number there that the settings may have. */
const isTerm = (settings: PrivacySettings, field: Term): boolean => {
  const { min, max } = orgSettingsLimits[field];
  const value: unknown = settings[field];
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
};

/** Days for which what the console did to a card is known with who did it, at least. */
const daysOfActs = 90;

/** Sentences about what is kept, in the language of `t`. */
export class KeptSentences {
  readonly #t: TFunction;
  readonly #language: string;
  readonly #settings: PrivacySettings;

  constructor(t: TFunction, language: string, settings: PrivacySettings) {
    this.#t = t;
    this.#language = language;
    this.#settings = settings;
  }

  /** For how long who opened is kept, in words: `90 de zile`. */
  get days(): string {
    return this.#term('identityDays');
  }

  /** Whether it is kept who opened, what for and by what right; nothing where the values cannot be saved. */
  get who(): string[] {
    const keeping = isTerm(this.#settings, 'identityDays') ? keepingOf(this.#settings) : null;
    if (keeping === null) {
      return [];
    }
    const { identityPurpose: purpose, legalBasis: basis } = this.#settings;
    const reasons =
      keeping === 'none'
        ? []
        : [
            purpose.trim() !== '' && this.#say('why.purpose', { purpose: purpose.trim() }),
            basis.trim() !== '' && this.#say('why.basis', { basis: basis.trim() }),
          ];
    return [this.#say(`who.${keeping}`, { days: this.days }), ...reasons.filter((each) => each !== false)];
  }

  /** What becomes of kept reports that name cards or apartments. */
  get reports(): string[] {
    return isTerm(this.#settings, 'identityDays')
      ? [this.#say(this.#settings.identityDays === 0 ? 'reports.none' : 'reports.kept', { days: this.days })]
      : [];
  }

  /** For how long acts of the staff are known. */
  get acts(): string[] {
    return isTerm(this.#settings, 'identityDays')
      ? [
          this.#say('acts', {
            days: numberText(
              this.#t,
              this.#language,
              'identityDays',
              Math.max(daysOfActs, this.#settings.identityDays),
            ),
          }),
        ]
      : [];
  }

  get months(): string[] {
    return [this.#say('months')];
  }

  get events(): string[] {
    return this.#ifTerm('eventRetentionMonths', 'events', 'months');
  }

  get former(): string[] {
    return this.#ifTerm('personalDataRetentionMonths', 'former', 'months');
  }

  get claimCodes(): string[] {
    return this.#ifTerm('claimCodeDays', 'claimCodes', 'days');
  }

  get audit(): string[] {
    return [this.#say('audit')];
  }

  /** All of them. */
  get all(): string[] {
    const { who, acts, reports, months, events, former, claimCodes, audit } = this;
    return [...who, ...acts, ...reports, ...months, ...events, ...former, ...claimCodes, ...audit];
  }

  /** What saving these settings in place of `saved` would delete, or would not bring back. */
  changesFrom(saved: PrivacySettings): string[] {
    const isLower = (field: Term) => isTerm(this.#settings, field) && this.#settings[field] < saved[field];
    const isLonger = isTerm(this.#settings, 'identityDays') && this.#settings.identityDays > saved.identityDays;
    return [
      isLower('identityDays') &&
        this.#say(this.#settings.identityDays === 0 ? 'changes.whoAll' : 'changes.who', { days: this.days }),
      isLonger && this.#say('changes.whoLonger'),
      isLower('eventRetentionMonths') && this.#say('changes.events', { months: this.#term('eventRetentionMonths') }),
      isLower('personalDataRetentionMonths') &&
        this.#say('changes.former', { months: this.#term('personalDataRetentionMonths') }),
    ].filter((each) => each !== false);
  }

  #ifTerm(field: Term, sentence: string, unit: 'days' | 'months'): string[] {
    return isTerm(this.#settings, field) ? [this.#say(sentence, { [unit]: this.#term(field) })] : [];
  }

  #term(field: Term): string {
    return numberText(this.#t, this.#language, field, this.#settings[field]);
  }

  #say(sentence: string, values: Readonly<Record<string, string>> = {}): string {
    return this.#t(`settings:kept.${sentence}`, values);
  }
}
