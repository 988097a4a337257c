import { formOf, type ImportForm, type KnownHeaders } from '../import-form.ts';

/** What a column of the nomenclature SIRUTA may mean, with folded headers by which it is recognised (INS, 2025). */
const knownHeaders = {
  siruta: ['siruta', 'cod siruta', 'codul siruta', 'siruta code'],
  name: ['denloc', 'denumire', 'denumire localitate', 'place name', 'locality name', 'name'],
  level: ['niv', 'nivel', 'level'],
  parent: ['sirsup', 'siruta superior', 'cod superior', 'codul superior', 'code above', 'parent'],
  type: ['tip', 'type'],
} as const satisfies KnownHeaders;

export type SirutaField = keyof typeof knownHeaders;

/** The nomenclature of counties, UATs and localities: a row for each. */
export const sirutaForm: ImportForm = formOf(knownHeaders, {
  ofOrg: false,
  refers: false,
  required: ['siruta', 'name', 'level', 'parent'],
});
