import { expect, it } from 'vitest';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importKinds } from '@noa/domain/imports/import.ts';
import { onlyKey } from '../../database/keys/sealing.ts';
import { rowReaders } from './row-readers.ts';

/** What `5-7` has become in a workbook, and in text files that were saved in Romanian and English. */
const days = ['2026-07-05', '05.07.2026', '5/7/2026', '05.iul', '5-iul.', 'iul.26', '5-Jul', 'Jul-26'];

/** A row of SIRUTA is read whole only if its level is known. */
const beside: Readonly<Record<string, string>> = { level: '2' };

const mayBeDays = ['deliveryNote', 'deliveryDate'];

it.each(importKinds.flatMap((kind) => importForms[kind].fields.map((field) => [kind, field] as const)))(
  'a list of %s has no day for its %s, but where it may be one',
  (kind, field) => {
    const { read } = rowReaders[kind](onlyKey(new Uint8Array(32)), ['', '']);

    const refused = days.filter((day) =>
      read((name) => (name === field ? day : beside[name])).problems.some(
        (problem) => problem.field === field && !problem.isWarning,
      ),
    );

    expect(refused).toEqual(mayBeDays.includes(field) ? [] : days);
  },
);

it.each(['5-7', '12A', 'I/1', '19-21', '1 Decembrie 1918', 'mai', 'A-5', '2026', '12-40', '3-4-2005'])(
  'a list of tower blocks takes %s as it is',
  (text) => {
    const { read } = rowReaders.buildings(onlyKey(new Uint8Array(32)), ['', '']);
    const { rows } = read((name) => (name === 'street' || name === 'number' ? text : undefined));

    expect(rows).toMatchObject([{ addr_street: text, addr_nr: text }]);
  },
);

/** A row of this list whose cells in columns of numbers are saved with decimals. */
const read = (kind: keyof typeof rowReaders, cells: Readonly<Record<string, string>>) =>
  rowReaders[kind](onlyKey(new Uint8Array(32)), ['', '']).read((name) => cells[name]);

it.each(['12.0', '12.00', '12,0', '12,00', 'nr. 12.0'])('a whole number is one, however it is saved: %s', (number) => {
  const cells = { street: 'Str. A', number, block: number.replace('nr. ', ''), entrance: '1.0', apartment: '12,00' };

  expect(read('buildings', cells).rows).toMatchObject([
    { addr_street: 'Str. A', addr_nr: '12', addr_bl: '12', addr_sc: '1', addr_ap: '12' },
  ]);
  expect(read('occupiers', cells).rows).toMatchObject([{ addr_nr: '12', addr_bl: '12', addr_sc: '1', addr_ap: '12' }]);
});

it('a platform is called by its number in lists of platforms and of who uses them', () => {
  expect(read('containerGroups', { itemNumber: '12.0' }).rows).toMatchObject([{ item_number: '12' }]);
  expect(read('accessGroups', { name: 'Centru', containerGroups: '12,00' }).rows).toMatchObject([{ joined: '12' }]);
});

it.each(['12.5', '1.100', '2.0.1', '12.0A', '0,5'])('%s is no whole number with decimals', (number) => {
  expect(read('buildings', { street: 'Str. A', number }).rows).toMatchObject([{ addr_nr: number }]);
});

/** The entrances of a block in a list of tower blocks, or why they cannot be told. */
function entrancesOf(text: string): readonly unknown[] {
  const { read } = rowReaders.buildings(onlyKey(new Uint8Array(32)), ['', '']);
  const { rows, problems } = read((name) => ({ street: 'Str. A', entrances: text, apartments: '6' })[name]);
  return [...rows.map((row) => row['addr_sc']), ...problems.map(({ reason }) => reason)];
}

it.each([
  ['A|B', ['A', 'B']],
  ['A și B', ['A', 'B']],
  ['A, B si C', ['A', 'B', 'C']],
  ['1 and 2', ['1', '2']],
  ['A-C', ['import.badEntrances']],
  ['1 – 3', ['import.badEntrances']],
  ['A|C-D', ['import.badEntrances']],
  ['A-1', ['A-1']],
  ['Tronson 1-2', ['Tronson 1-2']],
])('the entrances %s of a block are told as %j', (text, told) => {
  expect(entrancesOf(text)).toEqual(told);
});
