import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importForms } from './import-forms.ts';
import { importKinds, importTexts } from './import.ts';

const locales = join(import.meta.dirname, '../../../console/public/locales');

const labels = ['ro', 'en'].flatMap((language) => {
  const fieldsIn = (name: string) =>
    (JSON.parse(readFileSync(join(locales, language, `${name}.json`), 'utf8')) as { fields: Record<string, string> })
      .fields;
  return importKinds.flatMap((kind) =>
    importForms[kind].fields.map((field) => {
      const texts = importTexts[kind].map(fieldsIn).find((each) => field in each);
      return { form: importForms[kind], kind, field, label: texts?.[field] ?? '', language };
    }),
  );
});

describe('the columns of a file', () => {
  it.each(labels)(
    'are recognised by what the console itself calls them: $label ($kind, $language)',
    ({ form, field, label }) => {
      expect(form.guessMapping([label])).toHaveProperty(field, label);
    },
  );

  it.each([
    [
      ['Denumire', 'Adresa', 'Adresa: str.', 'Adresa: nr.', 'Adresa: rest'],
      { name: 'Denumire', addrStreet: 'Adresa: str.', addrNr: 'Adresa: nr.' },
    ],
    [['Denumire', 'Strada', 'Nr.'], { name: 'Denumire', addrStreet: 'Strada', addrNr: 'Nr.' }],
    [['Nr.', 'Strada', 'Nr. străzii'], { itemNumber: 'Nr.', addrStreet: 'Strada', addrNr: 'Nr. străzii' }],
    [['Strada', 'Nr. platformă', 'Denumire'], { itemNumber: 'Nr. platformă', addrStreet: 'Strada', name: 'Denumire' }],
    [['Nr.', 'Denumire'], { itemNumber: 'Nr.', name: 'Denumire' }],
    [['Nr. crt.', 'Denumire'], { itemNumber: 'Nr. crt.', name: 'Denumire' }],
    [['Nr. crt.', 'Nr. platformă', 'Denumire'], { itemNumber: 'Nr. platformă', name: 'Denumire' }],
    [['Nr. crt.', 'Numărul platformei', 'Strada'], { itemNumber: 'Numărul platformei', addrStreet: 'Strada' }],
  ])(
    'of platforms: neither a house number nor that of the row is a number of a platform, where it has one (%j)',
    (header, meant) => {
      expect(importForms.containerGroups.guessMapping(header)).toEqual(meant);
    },
  );

  it.each(['containers', 'containerGroups', 'buildings', 'cards'] as const)(
    'are recognised where an address of one column was taken apart, its number with the rest (%s)',
    (kind) => {
      const header = ['Nr. platformă', 'Serie', 'Adresa: str.', 'Adresa: nr.', 'Adresa: bl.'];

      expect(Object.values(importForms[kind].guessMapping(header))).toEqual(expect.arrayContaining(header.slice(2)));
    },
  );
});
