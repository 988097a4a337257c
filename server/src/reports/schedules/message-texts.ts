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
  /** What reports are called, as in the console. */
  readonly names: Readonly<Record<string, string>>;
  readonly subject: (facts: MessageFacts) => string;
  readonly test: (subject: string) => string;
  readonly body: (facts: MessageFacts) => readonly string[];
}

const days = ({ firstDay, lastDay }: MessageFacts) => (firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`);

export const messageTexts: Readonly<Record<ExportLocale, MessageTexts>> = {
  ro: {
    names: {
      usage: 'Utilizare',
      'apartment-usage': 'Utilizarea pe apartamente',
      'separate-collection': 'Colectare separată',
      'access-failures': 'Accese eșuate',
      'peak-load': 'Ore de vârf',
      participation: 'Participare',
      'dormant-apartments': 'Apartamente fără folosire',
      'registration-coverage': 'Acoperirea registrului',
      'controlled-coverage': 'Acoperirea accesului controlat',
      'card-lifecycle': 'Viața cardurilor',
      'fleet-health': 'Starea containerelor',
      emptyings: 'Goliri',
    },
    subject: (facts) => `Raport: ${facts.title}, ${facts.org}, ${days(facts)}`,
    test: (subject) => `[Test] ${subject}`,
    body: (facts) => [
      `Raportul „${facts.title}” pentru ${facts.org}, perioada ${days(facts)}, este în fișierul atașat.`,
      `Cifrele cuprind tot ce s-a înregistrat până la ${facts.freshAsOf} (${facts.timeZone}).`,
      `Trimis automat de Noa, la cererea: ${facts.owner}. Rapoartele și trimiterile lor: ${facts.url}`,
    ],
  },
  en: {
    names: {
      usage: 'Usage',
      'apartment-usage': 'Usage by apartment',
      'separate-collection': 'Separate collection',
      'access-failures': 'Failed access',
      'peak-load': 'Peak load',
      participation: 'Participation',
      'dormant-apartments': 'Dormant apartments',
      'registration-coverage': 'Registration coverage',
      'controlled-coverage': 'Controlled coverage',
      'card-lifecycle': 'Life of cards',
      'fleet-health': 'Fleet health',
      emptyings: 'Emptyings',
    },
    subject: (facts) => `Report: ${facts.title}, ${facts.org}, ${days(facts)}`,
    test: (subject) => `[Test] ${subject}`,
    body: (facts) => [
      `The report “${facts.title}” for ${facts.org}, ${days(facts)}, is in the attached file.`,
      `The figures hold all that was recorded until ${facts.freshAsOf} (${facts.timeZone}).`,
      `Sent automatically by Noa, as asked by: ${facts.owner}. Reports and their schedules: ${facts.url}`,
    ],
  },
};
