import { randomBytes } from 'node:crypto';

/** What is typed by these tests and must be found in no log. */
export interface Canary {
  /** A made-up family name, unlike any other. */
  readonly word: string;
  /** A personal number with a check digit that holds. */
  readonly idNumber: string;
}

const cnpWeights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];

/** A canary of this run's own: what other tests type at the same time is not mistaken for it. */
export function aCanary(): Canary {
  const body = `1800101${String(randomBytes(4).readUInt32BE() % 100_000).padStart(5, '0')}`;
  const sum = cnpWeights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  const check = sum % 11 === 10 ? 1 : sum % 11;
  return { word: `Zorcan${randomBytes(5).toString('hex')}`, idNumber: `${body}${check}` };
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;

/** Texts that broke something once, or break things like it elsewhere, by what is wrong with them. */
export const hostileTexts = ({ word, idNumber }: Canary): Readonly<Record<string, string>> => ({
  'a null character': `${word}\u0000${idNumber}`,
  'a null character alone': '\u0000',
  'control characters': `${word}\u0001\u001b[31m\u007f`,
  'line ends': `${word}\r\n\t${idNumber}`,
  'half a surrogate pair, the first': `${word}\uD800`,
  'half a surrogate pair, the second': `\uDC00${word}`,
  'surrogates in the wrong order': `\uDC00\uD800${word}`,
  'a byte order mark': `\uFEFF${word}`,
  'a noncharacter': `${word}\uFFFF\uFFFE`,
  'directions and joiners': `\u202E${word}\u200B\u200D\u2066`,
  emoji: `${word}👩‍👩‍👧‍👦`,
  'a thousand combining marks': `${word}${'\u0301'.repeat(1_000)}`,
  'a word of 2,047 bytes': word.padEnd(2_047, 'x'),
  'a word of 2,713 bytes': word.padEnd(2_713, 'y'),
  'a word of 9,000 bytes that does not compress': `${word}${randomBytes(4_500).toString('hex')}`,
  'four bytes a sign': '𐍈'.repeat(700),
  'a hundred words': Array.from({ length: 100 }, (_, index) => `${word}${index}`).join(' '),
  'letters that grow when folded': 'ﷺ'.repeat(300) + 'İ'.repeat(300) + 'ß'.repeat(300),
  'signs of a text search': `'${word}' & | ! ( ) :* <-> :A`,
  'signs of a pattern': `%_\\%${word}[^a](((((`,
  'signs of SQL': `${word}'; drop table card; --`,
  'signs of an array': `{${word},"}`,
  'signs of JSON': `{"${word}":[`,
  nothing: '',
  blanks: '   ',
  infinity: 'infinity',
  'not a number': 'NaN',
  'an ID number': idNumber,
  'a number over int8': '99999999999999999999',
  'a negative number': '-1',
  'a number with a fraction': '1.5',
  'a number in hexadecimal': '0x1F',
  'Arabic digits': '١٢٣',
  'an id of other letters': 'gggggggg-gggg-4ggg-8ggg-gggggggggggg',
  'an id in braces': '{01890a5d-ac96-774b-bcce-b302099a8057}',
  'an id without dashes': '01890a5dac96774bbcceb302099a8057',
  'an id with an ID number': `01890a5d-ac96-774b-bcce-${idNumber.slice(0, 12)}`,
  'an id of zeros': '00000000-0000-0000-0000-000000000000',
  'an id with a blank': ' 01890a5d-ac96-774b-bcce-b302099a8057',
  'the name of a prototype': '__proto__',
  'the name of a method': 'constructor',
  'a path': `../../../etc/${word}`,
  'an e-mail address with a null character': `${word}\u0000@noa.test`,
  'an e-mail address': `${word}@noa.test`,
  'a domain of 300 signs': `${word}@${'a'.repeat(300)}.test`,
  'base64 of no JSON': Buffer.from(word).toString('base64url'),
  'base64 of other JSON': Buffer.from('{"a":1}').toString('base64url'),
  'base64 of deep JSON': Buffer.from('['.repeat(3_000) + ']'.repeat(3_000)).toString('base64url'),
});

/** Values of a cursor put in place of its own: what each type of a column cannot be. */
export const hostileCursorValues = ({ word, idNumber }: Canary): readonly unknown[] => [
  `${word}\u0000`,
  '\uD800',
  word.padEnd(3_000, 'z'),
  'infinity',
  '-infinity',
  'NaN',
  'now',
  idNumber,
  '1e400',
  '99999999999999999999',
  '9223372036854775807',
  '2147483648',
  '-1',
  '',
  '0000-01-01 00:00:00+00',
  '294277-01-01 00:00:00+00',
  '2026-13-45 99:99:99',
  't',
  'yes',
  '00000000-0000-0000-0000-000000000000',
  null,
  true,
  1.5,
  {},
  [],
  [[word]],
];

export const hostileMoments: Readonly<Record<string, unknown>> = {
  'year 0': '0000-01-01T00:00:00Z',
  'year 1': '0001-01-01T00:00:00Z',
  'year 1 in a zone before': '0001-01-01T00:00:00+14:00',
  'year 9999': '9999-12-31T23:59:59.999Z',
  'after year 9999': '9999-12-31T23:59:59-12:00',
  'the last of JavaScript': '+275760-09-13T00:00:00Z',
  'before Christ': '-000001-01-01T00:00:00Z',
  'the end of time here': '2170-01-01T00:00:00Z',
  'behind the end of time here': '2170-01-02T00:00:00Z',
  'long ago': '1582-10-10T00:00:00Z',
  'a day that is not': '2026-02-30T00:00:00Z',
  'a month that is not': '2026-13-01T00:00:00Z',
  'hour 24': '2026-01-01T24:00:00Z',
  'a leap second': '2016-12-31T23:59:60Z',
  'an offset that is not': '2026-01-01T00:00:00+99:99',
  'many digits': `2026-01-01T00:00:00.${'1'.repeat(300)}Z`,
  'without offset': '2026-01-01T00:00:00',
  'a day alone': '2026-01-01',
  infinity: 'infinity',
  'less than infinity': '-infinity',
  now: 'now',
  'a null character': '2026-01-01T00:00:00Z\u0000',
  'a number': 1_700_000_000_000,
  nothing: '',
  'a list': [],
};

export const hostileDays: Readonly<Record<string, unknown>> = {
  'year 0': '0000-01-01',
  'year 1': '0001-01-01',
  'year 9999': '9999-12-31',
  'a day that is not': '2026-02-30',
  infinity: 'infinity',
  nothing: '',
  'a number': 20_260_101,
};

export const hostileNumbers: readonly unknown[] = [
  0,
  -1,
  -0,
  1,
  2,
  200,
  201,
  100_000,
  32_768,
  2_147_483_647,
  -2_147_483_648,
  2_147_483_648,
  1e15,
  1.5,
  -0.5,
  1e308,
  -1e308,
  5e-324,
  90.000001,
  180.000001,
  -180.000001,
  '1',
  'NaN',
  true,
  null,
  [],
  {},
];

export const hostileJson = ({ word, idNumber }: Canary): readonly unknown[] => [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  '',
  word,
  `${word}\u0000`,
  '\uD800',
  idNumber,
  'infinity',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '2026-00',
  '9999-99',
  '2026-W99',
  [],
  [null],
  [[]],
  [word, 1, null, {}],
  Array.from({ length: 3_000 }, (_, index) => index),
  nested(60),
  nested(2_900),
  {},
  { [word]: word },
  { [`${word}\u0000`]: 1 },
  JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
  { toString: word },
  { length: -1 },
];
