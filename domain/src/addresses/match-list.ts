import type { AddressBook, AddressMatch, MatchReason, StatedAddress } from './match.ts';
import { foldSpelling } from './spelling.ts';

/** Of these, somebody says the block itself, and not only one near it. */
const claims: ReadonlySet<MatchReason> = new Set([
  'identical',
  'alike',
  'streetType',
  'streetShortened',
  'streetSlip',
  'partOfBlock',
  'blockUnsaid',
]);

const written = ({ county, locality, street, number, block }: StatedAddress): string =>
  [county, locality, street, number, block]
    .map((each) =>
      foldSpelling(each)
        .replaceAll(/[^a-zâ\d]+/g, ' ')
        .trim(),
    )
    .join('\n');

/** Matches the addresses of one list, in their order. */
export const matchList = (book: AddressBook, addresses: readonly StatedAddress[]): readonly AddressMatch[] =>
  doubtClaims(
    addresses,
    addresses.map((address) => book.match(address)),
  );

/**
 * What a list writes in two ways it takes for two blocks (`8, H5` and `8, H7`): where both would be joined to one of the registry,
 * neither is by itself.
 *
 * @param matches - of the addresses, in their order.
 */
export function doubtClaims(
  addresses: readonly StatedAddress[],
  matches: readonly AddressMatch[],
): readonly AddressMatch[] {
  const claimed = new Map<string, Set<string>>();
  matches.forEach(({ id, reason }, at) => {
    const address = addresses[at];
    if (id !== null && address !== undefined && claims.has(reason)) {
      claimed.set(id, (claimed.get(id) ?? new Set()).add(written(address)));
    }
  });
  return matches.map((match) =>
    match.outcome === 'same' && match.id !== null && (claimed.get(match.id)?.size ?? 0) > 1
      ? { ...match, outcome: 'probably', reason: 'claimedTwice' }
      : match,
  );
}
