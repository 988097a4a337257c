import { describe, expect, it } from 'vitest';
import { AddressBook, type StatedAddress } from './match.ts';
import { matchList } from './match-list.ts';

const at = (street: string, number = '', block = '', locality = 'Pașcani'): StatedAddress => ({
  county: 'Iași',
  locality,
  street,
  number,
  block,
});
const streets = ['Strada Unirii', 'Bulevardul Unirii', 'Aleea Gării', 'Strada Gării'].map((name) => ({
  county: 'Iași',
  locality: 'Pașcani',
  name,
}));
const book = new AddressBook(
  [
    { id: 'alecsandri', ...at('Strada Alecsandri Vasile', '5', '3') },
    { id: 'eminescu 1', ...at('Strada Eminescu Mihai', '1') },
    { id: 'eminescu 7', ...at('Strada Eminescu Mihai', '7', 'B1') },
    { id: 'ressu', ...at('Bulevardul Ressu Camil', '', '12') },
    { id: 'unirii', ...at('Strada Unirii', '4') },
    { id: 'barnutiu', ...at('Strada Bărnuțiu', '12/3', 'A') },
    { id: 'one', ...at('Strada Moldovei', '9') },
    { id: 'other', ...at('Str. Moldovei', 'nr. 9') },
  ],
  streets,
);
const match = (...address: Parameters<typeof at>) => book.match(at(...address));

describe('an address of a list', () => {
  it.each([
    ['Str. Vasile Alecsandri', '5', 'bl. 3'],
    ['Strada V. Alecsandri nr. 5; bl.3; sc. A', '', ''],
    ['Str. Alecsandri', '5', '3'],
    ['Strada Alexsandri Vasile', '5', '3'],
  ])('is the same as the one that the registry writes otherwise: %s %s %s', (street, number, block) => {
    expect(match(street, number, block)).toMatchObject({ outcome: 'same', id: 'alecsandri' });
  });

  it('is the same where its street has become a boulevard and there is no other of the name', () => {
    expect(match('Strada Camil Ressu', '', '12')).toMatchObject({ outcome: 'same', id: 'ressu', reason: 'streetType' });
  });

  it.each([
    ['Str. Alecsandri', '5', '', 'alecsandri', 'blockUnsaid'],
    ['Str. Eminescu', '1', '', 'eminescu 1', 'streetShortened'],
    ['Str. Mihai Emimescu', '1', '', 'eminescu 1', 'streetSlip'],
    ['Str. Mihai Eminescu', '1-3', '', 'eminescu 1', 'numberOverlaps'],
    ['Str. Mihai Eminescu', '9', 'B1', 'eminescu 7', 'numberDiffers'],
    ...['12/5', '12345', 'km 5', 'lot 5-6-7'].map((number) => [
      'Str. Bărnuțiu',
      number,
      'A',
      'barnutiu',
      'numberDiffers',
    ]),
    ['Str. Mihai Eminescu', '7', 'BI', 'eminescu 7', 'blockSlip'],
    ['Str. Mihai Eminescu', '1 (corp B)', '', 'eminescu 1', 'partOfBlock'],
    ['Moldovei', '9', '', 'other', 'ambiguous'],
  ])('is probably the one that %s %s %s resembles', (street, number, block, id, reason) => {
    expect(match(street, number, block)).toMatchObject({ outcome: 'probably', id, reason });
  });

  it('is not joined to a strada where the town has a boulevard of that name', () => {
    expect(match('Bd. Unirii', '4').outcome).not.toBe('same');
    expect(match('Unirii', '4').outcome).not.toBe('same');
  });

  it.each([
    ['Str. Mihai Eminescu', '3', '', 'unknownBlock'],
    ['Str. Mihai Eminescu', '7', 'B2', 'unknownBlock'],
    ['Strada Florilor', '5', '3', 'unknownStreet'],
  ])('is new where the registry has nothing like it: %s %s %s', (street, number, block, reason) => {
    expect(match(street, number, block)).toEqual({ outcome: 'new', reason, score: 0, id: null });
  });

  it('is new in a locality where nothing is known', () => {
    expect(match('Str. Vasile Alecsandri', '5', '3', 'Iași')).toMatchObject({
      outcome: 'new',
      reason: 'unknownLocality',
    });
  });

  it('finds its locality by rank and without diacritics', () => {
    expect(match('Str. Vasile Alecsandri', '5', '3', 'Mun. PASCANI')).toMatchObject({ outcome: 'same' });
  });
});

describe('the addresses of one list', () => {
  it('are not joined to one block where the list tells them apart', () => {
    const list = [
      at('Str. Eminescu Mihai', '1'),
      at('Str. Mihai Eminescu', '1 (corp B)'),
      at('Alecsandri V.', '5', '3'),
    ];

    const matches = matchList(book, list);

    expect(matches.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['probably', 'claimedTwice'],
      ['probably', 'partOfBlock'],
      ['same', expect.any(String)],
    ]);
  });

  it('are joined where one is written the same in several rows', () => {
    const list = [at('Str. Mihai Eminescu', '1'), at('STR. MIHAI EMINESCU', '1')];

    expect(matchList(book, list).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  });
});
