import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddress, type Address } from './address.ts';

/** What an address says, without the parts that it leaves out. */
const said = (text: string) =>
  Object.fromEntries(Object.entries(splitAddress(text)).filter(([, value]) => value !== ''));

describe('an address in one field', () => {
  it.each<[string, Partial<Address>]>([
    [
      'Strada X nr. 5 bl. 3 sc. B ap. 12',
      { street: 'Strada X', number: '5', block: '3', entrance: 'B', apartment: '12' },
    ],
    [
      'Str Gh. Doja, 12A, bl.A2, et.3, ap.7',
      { street: 'Str Gh. Doja', number: '12A', block: 'A2', floor: '3', apartment: '7' },
    ],
    [
      'B-dul 1 Decembrie 1918 nr 4 bl 4 tr II',
      { street: 'B-dul 1 Decembrie 1918', number: '4', block: '4', entrance: 'II' },
    ],
    ['B-dul 1 Decembrie 1918', { street: 'B-dul 1 Decembrie 1918' }],
    ['Calea 13 Septembrie 125', { street: 'Calea 13 Septembrie', number: '125' }],
    ['Aleea Florilor FN', { street: 'Aleea Florilor', number: 'FN' }],
    ['Aleea Florilor, f.n., bl. 2', { street: 'Aleea Florilor', number: 'f.n.', block: '2' }],
    ['Str. Lungă nr. 146B-146G', { street: 'Str. Lungă', number: '146B-146G' }],
    ['Strada Lipscani 19÷21 (corp A+B)', { street: 'Strada Lipscani', number: '19÷21', block: 'corp A+B' }],
    ['Bulevardul Iuliu Maniu 57 (bloc OD16)', { street: 'Bulevardul Iuliu Maniu', number: '57', block: 'OD16' }],
    ['N. Bălcescu, bl. 43/B', { street: 'N. Bălcescu', block: '43/B' }],
    ['Str. Unirii nr. 5 bis, bl. „Turn 2”', { street: 'Str. Unirii', number: '5 bis', block: 'Turn 2' }],
    ['Str. Tr. Lalescu 5', { street: 'Str. Tr. Lalescu', number: '5' }],
    [
      'STR. 22 DECEMBRIE 1989 NR.12 BL. D 12 SC.1 ET.P AP.3A',
      { street: 'STR. 22 DECEMBRIE 1989', number: '12', block: 'D 12', entrance: '1', floor: 'P', apartment: '3A' },
    ],
    ['Strada Horia, Cloșca și Crișan nr. 7', { street: 'Strada Horia, Cloșca și Crișan', number: '7' }],
    [
      'mun. Pașcani, str. Moldovei nr.10, bl.G1A, sc.A, parter, ap.1, jud. Iași',
      {
        county: 'Iași',
        uat: 'Pașcani',
        street: 'str. Moldovei',
        number: '10',
        block: 'G1A',
        entrance: 'A',
        floor: 'parter',
        apartment: '1',
      },
    ],
    [
      'loc. Pașcani str. Gării 5bl.3sc.B',
      { locality: 'Pașcani', street: 'str. Gării', number: '5', block: '3', entrance: 'B' },
    ],
    ['sat Blăgești, com. Pașcani, nr. 12', { locality: 'Blăgești', uat: 'Pașcani', number: '12' }],
    [
      'Sector 3, Str. Academiei 12, 030671',
      { locality: 'Sector 3', street: 'Str. Academiei', number: '12', postalCode: '030671' },
    ],
    [
      'Șos. Mihai Bravu 98, bl. D16, tr. 2, sc. 3',
      { street: 'Șos. Mihai Bravu', number: '98', block: 'D16 tr. 2', entrance: '3' },
    ],
    ['Str. Bârsei nr. 8, H9', { street: 'Str. Bârsei', number: '8', block: 'H9' }],
    ['bl.Bl0', { block: 'Bl0' }],
    ['Str. Sf. Ap. Petru 5, ap. P1', { street: 'Str. Sf. Ap. Petru', number: '5', apartment: 'P1' }],
  ])('is taken apart: %s', (text, parts) => {
    expect(said(text)).toEqual(parts);
  });

  it.each<[string, Partial<Address>]>([
    ['Integrata 1, Str. Aleea Grădiniței nr. 4', { street: 'Str. Aleea Grădiniței', number: '4', rest: 'Integrata 1' }],
    ['Bulevardul Dacia 53 (fost 9)', { street: 'Bulevardul Dacia', number: '53', rest: '(fost 9)' }],
    ['Str. A nr. 1, nr. 2', { street: 'Str. A', number: '1', rest: 'nr. 2' }],
    ['(lângă parcul de joacă)', { rest: '(lângă parcul de joacă)' }],
  ])('leaves what it does not understand as it is: %s', (text, parts) => {
    expect(said(text)).toEqual(parts);
  });

  it('says the same number twice and means one', () => {
    expect(said('Aleea Rotunda nr.3; bl.Y4A, 3')).toEqual({ street: 'Aleea Rotunda', number: '3', block: 'Y4A' });
  });
});

const address = fc.record({
  street: fc.constantFrom(
    'Str. Gării',
    'Bd. Ștefan cel Mare',
    'ALEEA FLORILOR',
    'B-dul 1 Decembrie 1918',
    'Șos. Păcurari',
    'Calea Plevnei',
  ),
  number: fc.constantFrom('', '5', '12A', '146B-146G', '19÷21', '5 bis', 'FN'),
  block: fc.constantFrom('', '3', 'A2', 'G1A', '43/B', 'OD16', '15B1', 'Romarta'),
  entrance: fc.constantFrom('', 'A', '2', 'II', 'B1'),
  floor: fc.constantFrom('', 'P', '3', '10'),
  apartment: fc.constantFrom('', '1', '12', '101', '3A', 'P1', 'A12', 'II', 'II/3', 'B'),
});
const words = [
  ['nr. ', 'bl. ', 'sc. ', 'et. ', 'ap. '],
  ['Nr.', 'Bl.', 'Sc.', 'Et.', 'Ap.'],
  ['NR ', 'BLOC ', 'SCARA ', 'ETAJ ', 'APARTAMENT '],
  ['numărul ', 'blocul ', 'sc ', 'etajul ', 'ap '],
];

it('comes out as it was put together, in whatever words and with whatever between them', () => {
  fc.assert(
    fc.property(
      address,
      fc.constantFrom(...words),
      fc.constantFrom(', ', ' ', ',', '; ', ' , '),
      (parts, marks, between) => {
        const { street, ...others } = parts;
        const text = [street, ...Object.values(others).map((value, index) => value && `${marks[index]}${value}`)]
          .filter((each) => each !== '')
          .join(between);

        expect(splitAddress(text)).toMatchObject({ ...parts, rest: '' });
      },
    ),
  );
});

/** Words that only say what follows them. */
const saying =
  /^(?:numarul|numar|nr|no|blocul|bloc|bl|scara|sc|tronsonul|tronson|trons|tr|etajul|etaj|et|apartamentul|apartament|apart|apt|ap|cod(?:ul)?|postal|c|p|cp|judetul|judet|jud|sectorul|sector|sect|municipiul|mun|orasul|oras|comuna|com|localitatea|loc|satul|sat)$/;
const runs = (text: string) => text.match(/\p{L}+|\d+/gu) ?? [];
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

it('loses nothing of any text', () => {
  const token = fc.oneof(
    fc.constantFrom(
      'str.',
      'nr',
      'bl.',
      'sc',
      'ap.',
      'et.',
      'tr.',
      'corp',
      'jud.',
      'loc.',
      'sector',
      'mun.',
      'FN',
      'parter',
      '(',
      ')',
      ',',
      ';',
      '-',
      '.',
      'A',
      '12',
      '5B',
      'Iași',
      'Gării',
      '700123',
      '"',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), fc.constantFrom(' ', ''), (tokens, between) => {
      const text = tokens.join(between).normalize('NFC');

      const kept = Object.values(splitAddress(text)).join(' ').normalize('NFC');

      expect(runs(text).filter((run) => !kept.includes(run) && !saying.test(plain(run)))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
