import type { TFunction } from 'i18next';
import { dateFormat } from '../../ui/values/kept-format.ts';
import { KeptSentences, keepingOf, type Keeping, type PrivacySettings } from '../settings/kept-sentences.ts';

/** What the documents are written from. */
export interface Source {
  readonly org: { readonly name: string; readonly addr: string };
  readonly settings: PrivacySettings;
  /** When the settings became what they are. */
  readonly since: string;
  readonly now: Date;
}

/** Something that is said, or a line on which the organisation writes what Noa does not know. */
export type Line = { readonly text: string } | { readonly blank: string };

/** A part of a document: what is said of each thing, risks with what lessens them, or sentences. */
export interface Part {
  readonly title: string;
  readonly rows?: readonly { readonly term: string; readonly lines: readonly Line[] }[];
  readonly lines?: readonly Line[];
  readonly risks?: readonly { readonly risk: string; readonly measure: string }[];
}

/** A document that is printed. */
export interface PrivacyDocument {
  readonly title: string;
  readonly law: string;
  readonly org: string;
  readonly written: string;
  readonly parts: readonly Part[];
}

/** Words of a document in one language, of one org's settings. */
export class Words {
  readonly keeping: Keeping;
  readonly kept: KeptSentences;
  readonly legalBasis: string;
  readonly purpose: string;
  readonly #t: TFunction;

  constructor(t: TFunction, language: string, { settings }: Pick<Source, 'settings'>) {
    this.#t = t;
    this.keeping = keepingOf(settings) ?? 'none';
    this.kept = new KeptSentences(t, language, settings);
    this.legalBasis = settings.legalBasis.trim();
    this.purpose = settings.identityPurpose.trim();
  }

  /** A text of these documents. Whatever has a term in it has it out of the settings. */
  readonly of = (key: string): string => this.#t(`privacy:${key}`, { days: this.kept.days });

  readonly say = (...keys: readonly string[]): Line[] => keys.map((key) => ({ text: this.of(key) }));

  /** Lines that the organisation fills in. */
  readonly blanks = (...terms: readonly string[]): Line[] => terms.map((term) => ({ blank: this.of(`terms.${term}`) }));

  readonly row = (term: string, lines: readonly Line[]) => ({ term: this.of(`terms.${term}`), lines });
}

export const textLines = (texts: readonly string[]): Line[] => texts.map((text) => ({ text }));

/** What both documents begin with: whose they are. */
export function headOf(
  kind: 'register' | 'assessment',
  words: Words,
  t: TFunction,
  language: string,
  { org, since, now }: Source,
): Omit<PrivacyDocument, 'parts'> {
  const day = (moment: Date) => dateFormat(language, { dateStyle: 'long' }).format(moment);
  return {
    title: words.of(`${kind}.title`),
    law: words.of(`${kind}.law`),
    org: org.name,
    written: t('privacy:written', { date: day(now), since: day(new Date(since)) }),
  };
}
