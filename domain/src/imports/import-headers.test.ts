import { describe, expect, it } from 'vitest';
import { buildingForm } from './import-buildings.ts';
import { importForms } from './import-forms.ts';
import { guessColumns } from './import-headers.ts';
import { importKinds } from './import.ts';

describe('a column of a list', () => {
  it.each([
    ['Bl.', 'block'],
    ['NR. BLOC', 'block'],
    ['Denumirea blocului', 'block'],
    ['Sc.', 'entrance'],
    ['Nr. scări', 'entrances'],
    ['Ap.', 'apartment'],
    ['Nr.\nap.', 'apartment'],
    ['Numărul apartamentului', 'apartment'],
    ['Nr. de apartamente', 'apartments'],
    ['Numărul de apartamente (total)', 'apartments'],
    ['Str.', 'street'],
    ['Numele străzii', 'street'],
    ['DENUMIREA STRĂZII', 'street'],
    ['Nr.', 'number'],
    ['Nr. străzii', 'number'],
    ['Nr. poștal', 'number'],
    ['Loc.', 'locality'],
    ['LOCALITATEA', 'locality'],
    ['Jud.', 'county'],
    ['Județul', 'county'],
    ['Adresa / Strada', 'street'],
    ['Adresa / Nr.', 'number'],
    ['Clădire / Bloc', 'block'],
    ['Adresa: bl.', 'block'],
    ['Fel ocupant', 'occupierKind'],
    ['Cod SIRUTA', 'siruta'],
    ['Cod poștal', undefined],
    ['Nr. crt.', undefined],
    ['Observații', undefined],
  ])('that is called %j means %s', (header, field) => {
    expect(buildingForm.guessMapping([header])).toEqual(field === undefined ? {} : { [field]: header });
  });

  it.each(importKinds.flatMap((kind) => importForms[kind].fields.map((field) => [kind, field] as const)))(
    'of %s that is called as the API calls %s means just that, in snake case too',
    (kind, field) => {
      const snake = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      for (const header of [field, snake]) {
        expect(importForms[kind].guessMapping([header])).toHaveProperty(field, header);
      }
    },
  );

  it.each([
    ['addrStreet', 'street'],
    ['addr_nr', 'number'],
    ['addrBl', 'block'],
    ['addr_sc', 'entrance'],
    ['addrAp', 'apartment'],
    ['accessGroup', 'accessGroup'],
  ])('that is called as a record of the API says it (%s) means %s', (header, field) => {
    expect(buildingForm.guessMapping([header])).toEqual({ [field]: header });
  });

  it('means one thing, and the closest of two is taken', () => {
    expect(buildingForm.guessMapping(['Nr. bloc', 'Bloc', 'Bl.'])).toEqual({ block: 'Bloc' });
  });

  it('of addresses is none of streets beside one that is: as lists of the console have both', () => {
    const header = ['Adresa', 'Stradă', 'Număr', 'Bloc', 'Localitate', 'Scări', 'Apartamente'];

    expect(buildingForm.guessMapping(header)).toMatchObject({ street: 'Stradă', number: 'Număr', block: 'Bloc' });
    expect(buildingForm.guessMapping(['Adresa', 'Bloc'])).toMatchObject({ street: 'Adresa' });
  });

  it('that was taken apart leaves its meaning to its parts', () => {
    const header = ['Adresa', 'Adresa: str.', 'Adresa: nr.', 'Adresa: rest'];

    expect(buildingForm.guessMapping(header)).toEqual({ street: 'Adresa: str.', number: 'Adresa: nr.' });
  });

  it('is recognised by the words of whatever is declared, abbreviated too', () => {
    expect(guessColumns({ floor: ['etaj'], deliveredAt: [] }, ['Et.', 'Delivered at'])).toEqual({
      floor: 'Et.',
      deliveredAt: 'Delivered at',
    });
  });
});
