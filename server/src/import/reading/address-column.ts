import { addressParts, splitAddress, type AddressPart } from '@noa/domain/imports/address/address.ts';
import { buildingForm } from '@noa/domain/imports/import-buildings.ts';
import { headerPart } from '@noa/domain/imports/import-headers.ts';
import { foldHeader } from '@noa/domain/imports/import.ts';
import type { AddressColumn } from './file-format.ts';
import { distinct } from './header.ts';

/** Parts as addresses themselves abbreviate them, whatever the language of who reads: they are recognised as any header is. */
const names: Readonly<Record<AddressPart, string>> = {
  county: 'jud.',
  uat: 'UAT',
  locality: 'loc.',
  street: 'str.',
  number: 'nr.',
  block: 'bl.',
  entrance: 'sc.',
  floor: 'et.',
  apartment: 'ap.',
  postalCode: 'cod poștal',
};
const restName = 'rest';

/** Parts that an address always has a column for. */
const usual: readonly AddressPart[] = ['street', 'number', 'block'];

const isAddress = /\b(?:adres|address|domiciliu|amplasament)/;
/** Lists of ours call so the apartment that holds a card, by its whole address. */
const isStreetOrApartment = (header: string) => {
  const { street, apartment } = buildingForm.guessMapping([header]);
  return street !== undefined || apartment !== undefined;
};

/** Whether a list has a column of its own for a part, filled in in most of its rows. */
function hasOwn(part: 'number' | 'block', header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const name = buildingForm.guessMapping(header)[part];
  const column = name === undefined ? -1 : header.indexOf(name);
  return 2 * rows.filter((cells) => (cells[column] ?? '') !== '').length > rows.length;
}

const saysNumber = /\bnr\b/i;

/**
 * The column of whole addresses, if there is one: called so, and most of its cells name a street and a number or block, which no other
 * column does. Where another one has the blocks, a street may itself end in a number (`Strada 5`): then most cells say `nr.`.
 *
 * @param rows - the first of the data.
 */
export function findAddressColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): AddressColumn | null {
  if (hasOwn('number', header, rows)) {
    return null;
  }
  const hasBlocks = hasOwn('block', header, rows);
  for (const [column, name] of header.entries()) {
    if (!isAddress.test(foldHeader(name)) && !isStreetOrApartment(name)) {
      continue;
    }
    const stated = rows.map((cells) => cells[column] ?? '').filter((cell) => cell !== '');
    const split = stated.filter((cell) => !hasBlocks || saysNumber.test(cell)).map(splitAddress);
    const whole = split.filter(({ street, number, block }) => street !== '' && (number !== '' || block !== ''));
    if (whole.length > 0 && 2 * whole.length > stated.length) {
      const parts = addressParts.filter(
        (part) =>
          (usual.includes(part) && !(part === 'block' && hasBlocks)) || split.some((address) => address[part] !== ''),
      );
      return { column, first: header.length, parts };
    }
  }
  return null;
}

/** The names of the columns behind the file's own. */
export const addressHeader = (header: readonly string[], { column, parts }: AddressColumn): string[] =>
  [...parts.map((part) => names[part]), restName].reduce<string[]>(
    (all, name) => [...all, distinct(`${header[column]}${headerPart}${name}`, [...header, ...all])],
    [],
  );

/** A row with the parts of its address behind it, and at last what was not understood, or has no column. */
export function withAddress(cells: readonly string[], { column, first, parts }: AddressColumn): readonly string[] {
  const own = Array.from({ length: first }, (_, index) => cells[index] ?? '');
  const address = splitAddress(cells[column] ?? '');
  const homeless = addressParts.filter((part) => !parts.includes(part) && address[part] !== '');
  const rest = [...homeless.map((part) => `${names[part]} ${address[part]}`), address.rest].filter(
    (text) => text !== '',
  );
  return [...own, ...parts.map((part) => address[part]), rest.join(', ')];
}
