import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsCheckDigit, officialName, plainName, readableName } from './siruta.ts';

const officialFile = fileURLToPath(new URL('../../../../../shared/data/siruta.csv', import.meta.url));
const isThere = existsSync(officialFile);
if (!isThere) {
  console.warn(`SKIPPED: the codes of the official SIRUTA file, because ${officialFile} is not there`);
}

describe('the check digit of a SIRUTA code', () => {
  it.each([10, 109, 519, 1017, 95391, 179132])('holds for %i', (siruta) => {
    expect(holdsCheckDigit(siruta)).toBe(true);
  });

  it.each([1234567, 11, 95392, 59391])('does not hold for %i', (siruta) => {
    expect(holdsCheckDigit(siruta)).toBe(false);
  });

  it('holds for one of any ten codes that differ in it alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (body) => {
        const good = Array.from({ length: 10 }, (_, digit) => body * 10 + digit).filter(holdsCheckDigit);
        expect(good).toHaveLength(1);
      }),
    );
  });

  it.skipIf(!isThere)('holds for all official codes but the 77 of communes founded later', () => {
    const rows = readFileSync(officialFile, 'utf8').trim().split('\n').slice(1);

    const broken = rows.filter((row) => !holdsCheckDigit(Number(row.split(';')[0])));

    expect([rows.length, broken.length]).toEqual([16_978, 77]);
  });
});

describe('a name of the nomenclature', () => {
  it.each([
    ['CURTEA DE ARGEȘ', 'Curtea de Argeș'],
    ['BISTRIȚA-NĂSĂUD', 'Bistrița-Năsăud'],
    ['VALEA LUI MIHAI', 'Valea lui Mihai'],
    ['SUB PIATRĂ', 'Sub Piatră'],
    ['GERSA II', 'Gersa II'],
    ['I.C.BRĂTIANU', 'I.C. Brătianu'],
    ['C.A. ROSETTI', 'C.A. Rosetti'],
    ['ALEXANDRU I.CUZA', 'Alexandru I. Cuza'],
    ['23 AUGUST', '23 August'],
    ['Ștefan Cel Mare', 'Ștefan Cel Mare'],
  ])('%s reads %s', (name, expected) => {
    expect(readableName(name)).toBe(expected);
  });

  it.each([
    ['MUNICIPIUL PAȘCANI', false, 'Pașcani', 'Municipiul Pașcani'],
    ['JUDEȚUL IAȘI', false, 'Iași', 'Județul Iași'],
    ['ORAȘ ABRUD', false, 'Abrud', 'Orașul Abrud'],
    ['ALBAC', true, 'Albac', 'Comuna Albac'],
    ['BUCUREȘTI SECTORUL 1', false, 'Sectorul 1', 'București Sectorul 1'],
    ['ORĂȘENI-DEAL', false, 'Orășeni-Deal', 'Orășeni-Deal'],
  ])('%s is plainly and officially called', (name, isCommune, plain, official) => {
    expect([plainName(name), officialName(name, isCommune)]).toEqual([plain, official]);
  });
});
