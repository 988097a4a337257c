import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStreets, readStreet } from './street.ts';

const differenceOf = (a: string, b: string) => compareStreets(readStreet(a), readStreet(b))?.difference ?? null;

describe('two names of a street', () => {
  it.each([
    ['Strada Alecsandri Vasile, poet', 'Str. Vasile Alecsandri'],
    ['Bulevardul Unirii', 'B-dul. UNIRII'],
    ['Șoseaua Ștefan cel Mare', 'Sos. Stefan Mare'],
    ['Strada Câmpeanu Alexandru, mr.', 'Strada MAIOR ALEXANDRU CIMPEANU'],
    ['Strada Câmpeanu Alexandru, mr.', 'str. Alexandru Campeanu'],
    ['Strada Magheru Gheorghe, g-ral.', 'Str. Gral. Gh. Magheru'],
    ['Strada Brătescu Constantin', 'Str. C-tin Bratescu'],
    ['Strada Sfântul Lazăr', 'Str. Sf. Lazar'],
    ['Aleea 1 Mai', 'Al. I Mai'],
    ['Piața Tineretului', 'P-ța Tineretului'],
    ['Calea Victoriei', 'Cal. Victoriei'],
  ])('%s and %s are the same', (a, b) => {
    expect(differenceOf(a, b)).toBe('none');
  });

  it.each([
    ['Strada Unirii', 'Unirii', 'untyped'],
    ['Strada Eminescu Mihai', 'Str. M. Eminescu', 'initial'],
    ['Strada Xenopol D. Alexandru', 'Strada Alexandru Xenopol', 'initial'],
    ['Strada Ressu Camil', 'Bd. Camil Ressu', 'type'],
    ['Strada Popescu Ion, col.', 'Strada Dr. Ion Popescu', 'title'],
    ['Strada Universității', 'Str. Univeristatii', 'slip'],
    ['Strada Titulescu Nicolae', 'Strada Nicolae Tituescu', 'slip'],
    ['Strada Carnabel Alexandru', 'Strada Carnabel', 'givenName'],
    ['Strada 1 Decembrie 1918', 'Strada 1 Decembrie', 'words'],
    ['Strada Creangă Ion', 'Strada Ion Neculce', 'words'],
    ['Strada Unirii', 'Strada Florilor', null],
    ['Strada Crinului', 'Strada Pinului', null],
    ['Strada 9 Mai', 'Strada 1 Mai', 'words'],
  ])('%s and %s differ by %s', (a, b, difference) => {
    expect(differenceOf(a, b)).toBe(difference);
  });

  it('are compared alike in either order, and never count as more than the same', () => {
    const name = fc
      .array(
        fc.constantFrom('Strada', 'Bd.', 'Vasile', 'V.', 'Alecsandri', 'Alexandri', '1', 'Mai', 'dr.', 'Câmpeanu'),
        {
          minLength: 1,
          maxLength: 5,
        },
      )
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [there, back] = [
          compareStreets(readStreet(a), readStreet(b)),
          compareStreets(readStreet(b), readStreet(a)),
        ];
        expect(there === null).toBe(back === null);
        expect(there?.score ?? 0).toBeLessThanOrEqual(1);
        expect(compareStreets(readStreet(a), readStreet(a))).toEqual({ score: 1, difference: 'none' });
      }),
    );
  });
});
