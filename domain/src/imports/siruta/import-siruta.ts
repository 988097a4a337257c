import { checkNames, guessByHeader, type ImportForm, type KnownHeaders } from '../import-form.ts';

/** What a column of the nomenclature SIRUTA may mean, with folded headers by which it is recognised (INS, 2025). */
const knownHeaders = {
  siruta: ['siruta', 'cod siruta', 'codul siruta', 'siruta code'],
  name: ['denloc', 'denumire', 'denumire localitate', 'place name', 'name'],
  level: ['niv', 'nivel', 'level'],
  parent: ['sirsup', 'siruta superior', 'cod superior', 'codul superior', 'code above', 'parent'],
  type: ['tip', 'type'],
} as const satisfies KnownHeaders;

export type SirutaField = keyof typeof knownHeaders;

const required: readonly SirutaField[] = ['siruta', 'name', 'level', 'parent'];

/** The nomenclature of counties, UATs and localities: a row for each. */
export const sirutaForm: ImportForm = {
  ofOrg: false,
  refers: false,
  fields: Object.keys(knownHeaders),
  required,
  guessMapping: (headers) => guessByHeader(knownHeaders, headers),
  checkMapping: (mapping, headers) => ({
    ...checkNames(knownHeaders, mapping, headers),
    ...Object.fromEntries(
      required
        .filter((field) => mapping[field] === undefined)
        .map((field) => [`mapping.${field}`, 'form.required'] as const),
    ),
  }),
};
