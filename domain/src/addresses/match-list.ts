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
 * neither is by itself. Nor is one that differs in anything from a block that the list has besides, as the registry writes it: `Strada Florilor 5`
 * is not `Aleea Florilor 5` where both stand in it.
 *
 * @param matches - of the addresses, in their order.
 * @param named - blocks that further addresses of the list are of, letter by letter.
 */
export function doubtClaims(
  addresses: readonly StatedAddress[],
  matches: readonly AddressMatch[],
  named: ReadonlySet<string> = new Set(),
): readonly AddressMatch[] {
  const claimed = new Map<string, Set<string>>();
  matches.forEach(({ id, reason }, at) => {
    const address = addresses[at];
    if (id !== null && address !== undefined && claims.has(reason)) {
      claimed.set(id, (claimed.get(id) ?? new Set()).add(written(address)));
    }
  });
  const isClaimedTwice = ({ id, reason }: AddressMatch) =>
    id !== null && ((claimed.get(id)?.size ?? 0) > 1 || (named.has(id) && reason !== 'identical'));
  return matches.map((match) =>
    match.outcome === 'same' && isClaimedTwice(match)
      ? { ...match, outcome: 'probably', reason: 'claimedTwice' }
      : match,
  );
}
