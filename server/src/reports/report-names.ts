import type { ExportLocale } from '@noa/domain/report.ts';

/** What reports are called outside the console, in files and e-mails, as in the console. */
export const reportNames: Readonly<Record<ExportLocale, Readonly<Record<string, string>>>> = {
  ro: {
    usage: 'Utilizare',
    'apartment-usage': 'Utilizarea pe apartamente',
    'separate-collection': 'Colectare separată',
    'access-failures': 'Accese nereușite',
    'peak-load': 'Ore de vârf',
    participation: 'Participare',
    'dormant-apartments': 'Apartamente fără folosire',
    'registration-coverage': 'Acoperirea registrului',
    'controlled-coverage': 'Acoperirea accesului cu card',
    'card-lifecycle': 'Viața cardurilor',
    'fleet-health': 'Starea containerelor',
    emptyings: 'Goliri',
  },
  en: {
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
};
