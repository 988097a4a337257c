/** Where an answer begins: behind which version, up to which, and after which entry. */
export interface Position {
  /** Null: the lock holds nothing, and gets the whole list. */
  readonly base: string | null;
  readonly target: string;
  /** The last entry given; null at the beginning. */
  readonly last: { readonly rank: number; readonly version: string; readonly serialNumber: string } | null;
}

/** What a lock names: a version it holds, or where it stopped within an answer of several pages. */
export type SyncCursor = { readonly version: string } | Position;

const versionText = /^\d{1,18}$/;
const pageText = /^(\d{0,18})~(\d{1,18})~(?:([01])~(\d{1,18})~([0-9A-F]{8,20}))?$/;

/** The `version` of a page that is not the last: opaque to the lock, which sends it back as `after`. */
export const writePosition = ({ base, target, last }: Position): string =>
  `${base ?? ''}~${target}~${last ? `${last.rank}~${last.version}~${last.serialNumber}` : ''}`;

/** @returns null for what we never wrote: the lock gets the whole list. */
export function readCursor(text: string): SyncCursor | null {
  if (versionText.test(text)) {
    return { version: text };
  }
  const [whole, base = '', target = '', rank, version = '', serialNumber = ''] = pageText.exec(text) ?? [];
  if (whole === undefined) {
    return null;
  }
  return {
    base: base === '' ? null : base,
    target,
    last: rank === undefined ? null : { rank: Number(rank), version, serialNumber },
  };
}

/**
 * The version that a lock holds for certain which names `text`: between two pages of an answer the one that it began from.
 *
 * @returns null for none; undefined for what we never wrote.
 */
export function heldVersion(text: string): string | null | undefined {
  const cursor = readCursor(text);
  if (!cursor) {
    return undefined;
  }
  return 'version' in cursor ? cursor.version : cursor.base;
}
