import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { splitAddress, type Address } from '@noa/domain/imports/address/address.ts';

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const isThere = existsSync(data);
if (!isThere) {
  console.warn(`SKIPPED: the share of real addresses that are read whole, because ${data} is not there`);
}
/** Whether all of an address was understood, and it says where a building is. */
const isWhole = ({ rest, street, block, number }: Address) =>
  rest === '' && (street !== '' || block !== '' || number !== '');
const rowsOf = (file: string) =>
  parse<Record<string, string>>(readFileSync(`${data}${file}`), { columns: true, bom: true });

it.skipIf(!isThere).each<[string, (row: Record<string, string>) => string, number]>([
  ['bucuresti-as-published.csv', ({ address: street, street_number: number }) => `${street}, ${number}`, 0.95],
  ['buildings.csv', ({ street, number }) => `${street}, ${number}`, 0.95],
  ['pascani-platforms.csv', ({ address: text = '' }) => text, 0.93],
])('is read whole in real lists: %s', (file, join, least) => {
  const all = rowsOf(file).map(join);

  const read = all.filter((text) => isWhole(splitAddress(text)));

  console.log(
    `${file}: ${read.length} of ${all.length} addresses read whole (${((100 * read.length) / all.length).toFixed(1)} %)`,
  );
  expect(read.length / all.length).toBeGreaterThan(least);
});

it.skipIf(!isThere)('gives back street, number and block of real blocks', () => {
  const blocks = rowsOf('tower-blocks.csv');

  const same = blocks.filter(({ street = '', number = '', block = '' }) => {
    const parts = splitAddress(`${street}${number && ` nr. ${number}`}${block && ` bl. ${block}`}`);
    return parts.street === street && parts.number === number && parts.block === block && parts.rest === '';
  });

  console.log(
    `tower-blocks.csv: ${same.length} of ${blocks.length} come back as they are (${((100 * same.length) / blocks.length).toFixed(1)} %)`,
  );
  expect(same.length / blocks.length).toBeGreaterThan(0.97);
});
