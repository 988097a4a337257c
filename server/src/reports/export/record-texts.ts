import type { ExportLocale } from '@noa/domain/report.ts';
import type { OccupierKind } from '@noa/domain/vocabulary.ts';
import type { RecordFact } from '../records/record-columns.ts';

interface RecordTexts {
  readonly columns: Readonly<Record<RecordFact, string>>;
  /** What became of a card, beside the kinds of events; and what kind an occupier is of. */
  readonly words: Readonly<Record<OccupierKind | 'issued' | 'replaced' | 'there', string>>;
  readonly yes: string;
  readonly no: string;
  /** In the name of the file. */
  readonly title: string;
}

export const recordTexts: Readonly<Record<ExportLocale, RecordTexts>> = {
  ro: {
    columns: {
      at: 'Momentul',
      litres: 'Litri (estimare)',
      failed_attempt: 'Încercare nereușită',
      unauthorised: 'Încercare neautorizată',
      occupier_kind: 'Ocupant',
      has_card: 'Are card',
      is_named: 'Ocupant numit, cu număr valid',
      is_used: 'A folosit un container',
      is_controlled: 'Acces cu card',
      happening: 'Ce s-a întâmplat',
      is_silent: 'Fără semnal',
      is_low: 'Baterie slabă',
      is_behind: 'Listă neadusă la zi',
      is_emptying: 'Golire',
      fill_pct: 'Umplere la golire, %',
      hours_over: 'Ore peste 80 %',
    },
    words: {
      domestic: 'casnic',
      business: 'firmă',
      unoccupied: 'nelocuit',
      unknown: 'necunoscut',
      issued: 'înregistrat',
      replaced: 'înlocuit',
      there: 'existent la sfârșitul perioadei',
    },
    yes: 'da',
    no: 'nu',
    title: 'inregistrari',
  },
  en: {
    columns: {
      at: 'Moment',
      litres: 'Litres (estimate)',
      failed_attempt: 'Failed attempt',
      unauthorised: 'Unauthorised attempt',
      occupier_kind: 'Occupier',
      has_card: 'Has a card',
      is_named: 'Occupier named, with a valid number',
      is_used: 'Used a container',
      is_controlled: 'Controlled access',
      happening: 'What happened',
      is_silent: 'Silent',
      is_low: 'Low battery',
      is_behind: 'List behind',
      is_emptying: 'Emptying',
      fill_pct: 'Fill at emptying, %',
      hours_over: 'Hours over 80 %',
    },
    words: {
      domestic: 'domestic',
      business: 'business',
      unoccupied: 'unoccupied',
      unknown: 'unknown',
      issued: 'issued',
      replaced: 'replaced',
      there: 'there at the end of the period',
    },
    yes: 'yes',
    no: 'no',
    title: 'records',
  },
};
