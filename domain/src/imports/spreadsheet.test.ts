import { expect, it } from 'vitest';
import { keepText, disarm, rearm } from './spreadsheet.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/** What some program or other does not show, and looks behind. */
const unseen = [
  '',
  ' ',
  '\t',
  '\u00A0',
  '\u00AD',
  '\u061C',
  '\u180E',
  '\u200B',
  '\u200E',
  '\u2028',
  '\u2060',
  '\u3000',
  '\u3164',
  '\uFEFF',
  '\uFFA0',
];

it('disarms each sign that begins a formula, behind anything that is not seen', () => {
  const texts = unseen.flatMap((blank) => signs.flatMap((sign) => [`${blank}${sign}1`, `${blank}${blank}${sign}1`]));

  expect(texts.map(disarm)).toEqual(texts.map((text) => `'${text}`));
});

it.each(['\t1', '\r1', '\n1', '\u00001'])('disarms %j', (text) => {
  expect(disarm(text)).toBe(`'${text}`);
});

it.each(['', 'Strada Unirii', '1=1', ' a=1', '\u200Bșa', 'a-b', '12', '0040', '(=1)'])('leaves %j as it is', (text) => {
  expect(disarm(text)).toBe(text);
});

it('comes back as it was once it is no longer disarmed', () => {
  const texts = unseen.flatMap((blank) => [...signs, 'a', "'", "'a"].map((sign) => `${blank}${sign}1`));

  expect(texts.map((text) => rearm(disarm(text)))).toEqual(texts);
});

it.each([
  ['="0012"', '0012'],
  ['=A1+B1', '=A1+B1'],
  ["'n Vale", "'n Vale"],
])('%s reads %s', (text, expected) => {
  expect(rearm(text)).toBe(expected);
});

const altered = [
  '0012',
  '1960229000011',
  '1/2',
  '5-7',
  '12E45678',
  '1 Mai',
  '1 Decembrie 1918',
  '47.246',
  '12:30',
  'mai 2026',
  'MAR-12',
];

it.each(altered)('has a spreadsheet keep %s, which it would write back otherwise', (text) => {
  expect(keepText(text)).toBe(`="${text}"`);
  expect(rearm(keepText(text))).toBe(text);
});

it.each(['', '12', '0', '1100', '04A1B2C3', '12A', '12 bis', 'Str. 1 Mai', 'Martie', 'Unirii 12', 'I/1', 'A-5'])(
  'writes %j as it is',
  (text) => {
    expect(keepText(text)).toBe(text);
  },
);

it('writes nothing that is taken for a formula', () => {
  expect(['=A1', '-1', '+40740', '@SUM(A1)'].map(keepText)).toEqual(["'=A1", "'-1", "'+40740", "'@SUM(A1)"]);
});
