import type { ReportField } from '@noa/domain/report.ts';
import type { CardEventKind, WasteStream } from '@noa/domain/vocabulary.ts';

/** Languages of files; the console has its own texts under `/locales`. */
export const exportLocales = ['ro', 'en'] as const;
export type ExportLocale = (typeof exportLocales)[number];

interface Texts {
  readonly columns: Readonly<Record<ReportField, string>>;
  readonly words: Readonly<Record<CardEventKind | WasteStream, string>>;
  /** Monday first. */
  readonly weekdays: readonly string[];
  /** In place of a record that an event has not. */
  readonly none: string;
  readonly total: string;
  /** What a file of each report is called. */
  readonly reports: Readonly<Record<string, string>>;
}

export const exportTexts: Readonly<Record<ExportLocale, Texts>> = {
  ro: {
    columns: {
      hour: 'Ora',
      day_of_month: 'Ziua din lună',
      day_of_week: 'Ziua săptămânii',
      day_of_year: 'Ziua din an',
      week: 'Săptămâna',
      month: 'Luna',
      year: 'Anul',
      date: 'Data',
      org: 'Organizația',
      manager: 'Administratorul',
      entrance: 'Scara',
      tower_block: 'Blocul',
      access_group: 'Grupul de acces',
      container_group: 'Grupul de containere',
      container: 'Containerul',
      waste_stream: 'Fracția',
      card: 'Cardul',
      apartment: 'Apartamentul',
      event_kind: 'Felul evenimentului',
      event_count: 'Evenimente',
      total_litres: 'Litri (estimare)',
      failed_attempt_count: 'Încercări eșuate',
      unauthorised_count: 'Neautorizate',
      card_blocked_count: 'Carduri blocate',
      litres_pct: 'Din litri, % (estimare)',
      failed_attempt_pct: 'Eșuate din încercări, %',
    },
    words: {
      biodegradable: 'biodegradabil',
      glass: 'sticlă',
      paper_cardboard: 'hârtie și carton',
      plastic_metal: 'plastic și metal',
      residual: 'rezidual',
      access_denied: 'acces refuzat',
      access_granted: 'acces permis',
      card_blocked: 'card blocat',
      card_erased: 'card șters',
      card_unblocked: 'card deblocat',
      duplicate_detected: 'duplicat detectat',
      full_use: 'utilizare completă',
      no_use: 'fără utilizare',
      open_after_use: 'deschis după utilizare',
    },
    weekdays: ['luni', 'marți', 'miercuri', 'joi', 'vineri', 'sâmbătă', 'duminică'],
    none: '(fără)',
    total: 'Total',
    reports: {
      usage: 'utilizare',
      'apartment-usage': 'utilizare-apartamente',
      'separate-collection': 'colectare-separata',
      'access-failures': 'accese-esuate',
      'peak-load': 'ore-de-varf',
    },
  },
  en: {
    columns: {
      hour: 'Hour',
      day_of_month: 'Day of month',
      day_of_week: 'Day of week',
      day_of_year: 'Day of year',
      week: 'Week',
      month: 'Month',
      year: 'Year',
      date: 'Date',
      org: 'Organisation',
      manager: 'Manager',
      entrance: 'Entrance',
      tower_block: 'Tower block',
      access_group: 'Access group',
      container_group: 'Container group',
      container: 'Container',
      waste_stream: 'Waste stream',
      card: 'Card',
      apartment: 'Apartment',
      event_kind: 'Event kind',
      event_count: 'Events',
      total_litres: 'Litres (estimate)',
      failed_attempt_count: 'Failed attempts',
      unauthorised_count: 'Unauthorised',
      card_blocked_count: 'Cards blocked',
      litres_pct: 'Of the litres, % (estimate)',
      failed_attempt_pct: 'Failed of attempts, %',
    },
    words: {
      biodegradable: 'biodegradable',
      glass: 'glass',
      paper_cardboard: 'paper and cardboard',
      plastic_metal: 'plastic and metal',
      residual: 'residual',
      access_denied: 'access denied',
      access_granted: 'access granted',
      card_blocked: 'card blocked',
      card_erased: 'card erased',
      card_unblocked: 'card unblocked',
      duplicate_detected: 'duplicate detected',
      full_use: 'full use',
      no_use: 'no use',
      open_after_use: 'open after use',
    },
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    none: '(none)',
    total: 'Total',
    reports: {
      usage: 'usage',
      'apartment-usage': 'apartment-usage',
      'separate-collection': 'separate-collection',
      'access-failures': 'access-failures',
      'peak-load': 'peak-load',
    },
  },
};
