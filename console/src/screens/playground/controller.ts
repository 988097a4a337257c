import type { CardsToSyncQuery } from '../../api/generated/graphql.ts';

/** A lock's controller, as far as its list goes. */
export interface Controller {
  /** The version whose list it holds, said to the server as `after`; null for none. */
  readonly version: string | null;
  /** Serials it admits. */
  readonly admitted: ReadonlySet<string>;
  /** An answer of several pages, while it is being read: what it holds meanwhile stays as it was. */
  readonly reading: Reading | null;
  /** What the server says the newest list's checksum is; null before it was asked. */
  readonly wanted: string | null;
  readonly isWithheld: boolean;
}

interface Reading {
  readonly mode: CardsToSyncQuery['cardsToSync']['mode'];
  readonly after: string;
  readonly admitted: ReadonlySet<string>;
}

export const blank: Controller = {
  version: null,
  admitted: new Set(),
  reading: null,
  wanted: null,
  isWithheld: false,
};

/** Where the controller asks on from. */
export const askedAfter = ({ version, reading }: Controller): string | null => reading?.after ?? version;

/** What the controller makes of an answer (domain.md, "Cards to sync"): a list that is not whole yet is not used. */
export function applyAnswer(before: Controller, answer: CardsToSyncQuery['cardsToSync']): Controller {
  const { mode, cards, version, hasMore, checksum } = answer;
  if (mode === 'withheld') {
    return { ...before, reading: null, wanted: checksum, isWithheld: true };
  }
  const goesOn = before.reading?.mode === mode;
  const from = goesOn ? before.reading.admitted : mode === 'full' ? [] : (before.reading?.admitted ?? before.admitted);
  const admitted = new Set(from);
  for (const { serialNumber, action } of cards) {
    if (action === 'admit') {
      admitted.add(serialNumber);
    } else {
      admitted.delete(serialNumber);
    }
  }
  return hasMore
    ? { ...before, reading: { mode, after: version, admitted }, wanted: checksum, isWithheld: false }
    : { version, admitted, reading: null, wanted: checksum, isWithheld: false };
}

/** SHA-256 in hexadecimal over the serials, sorted, joined by newlines; null where the browser has no cryptography (plain HTTP). */
export async function checksumOf(serials: ReadonlySet<string>): Promise<string | null> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (!subtle) {
    return null;
  }
  const bytes = new TextEncoder().encode([...serials].toSorted().join('\n'));
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
