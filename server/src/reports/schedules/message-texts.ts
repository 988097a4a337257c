import type { ExportLocale } from '@noa/domain/report.ts';

/** What an e-mail with a report says. Days and moments come in written as people of the language write them. */
export interface MessageFacts {
  readonly title: string;
  readonly org: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly freshAsOf: string;
  readonly timeZone: string;
  readonly owner: string;
  /** Where reports and their schedules are. */
  readonly url: string;
}

interface MessageTexts {
  readonly subject: (facts: MessageFacts) => string;
  readonly test: (subject: string) => string;
  readonly body: (facts: MessageFacts) => readonly string[];
}

const days = ({ firstDay, lastDay }: MessageFacts) => (firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`);

export const messageTexts: Readonly<Record<ExportLocale, MessageTexts>> = {
  ro: {
    subject: (facts) => `Raport: ${facts.title}, ${facts.org}, ${days(facts)}`,
    test: (subject) => `[Test] ${subject}`,
    body: (facts) => [
      `Raportul „${facts.title}” pentru ${facts.org}, perioada ${days(facts)}, este în fișierul atașat.`,
      `Cifrele cuprind tot ce s-a înregistrat până la ${facts.freshAsOf} (${facts.timeZone}).`,
      `Trimis automat de Noa, la cererea: ${facts.owner}. Rapoartele și trimiterile lor: ${facts.url}`,
    ],
  },
  en: {
    subject: (facts) => `Report: ${facts.title}, ${facts.org}, ${days(facts)}`,
    test: (subject) => `[Test] ${subject}`,
    body: (facts) => [
      `The report “${facts.title}” for ${facts.org}, ${days(facts)}, is in the attached file.`,
      `The figures hold all that was recorded until ${facts.freshAsOf} (${facts.timeZone}).`,
      `Sent automatically by Noa, as asked by: ${facts.owner}. Reports and their schedules: ${facts.url}`,
    ],
  },
};
