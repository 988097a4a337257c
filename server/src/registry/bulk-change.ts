import { sql, type RawBuilder } from 'kysely';
import type { AccessMode } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../database/database.ts';
import type { Direction, SortKey } from '../records/page.ts';
import { updateRecords, type AnyKind, type Condition, type Kind } from '../records/record.ts';

/** What a change to many needs to know of their kind: also the order in which they are taken. */
export interface ChangedKind extends AnyKind {
  readonly sorts: Readonly<Record<string, SortKey>>;
  readonly defaultSort: readonly { readonly field: string; readonly direction: Direction }[];
}

/**
 * One change to many records of a kind (`server/src/bulk/` makes it). What the change asks of a record is said in SQL over the
 * row `r`, so that it is judged where it is, and ten thousand cost little more than one.
 */
export interface BulkChange {
  readonly kind: ChangedKind;
  /** Holds for a record that is already as it is to be: no version is written. */
  readonly isDone: Condition;
  /** Locale key of why a record cannot be changed; null for one that can. */
  readonly refusal: RawBuilder<string | null>;
  /**
   * It tells something of the records and writes none of them: in whichever version they are, it is as true, and they are held
   * against deletion alone, so that whoever writes them at the same time goes on.
   */
  readonly tellsOnly?: true;
  /** Changes the records of `ids`, which are locked, in scope, not done and not refused. */
  readonly write: (tx: Tx, ids: readonly string[]) => Promise<void>;
}

const noRefusal: BulkChange['refusal'] = sql<null>`null::text`;

/** Makes records of a kind that has an access mode controlled or open. */
export const changeAccessMode = (
  kind: Kind<'container'> | Kind<'container_group'> | Kind<'access_group'>,
  accessMode: AccessMode,
): BulkChange => ({
  kind,
  isDone: sql`r.access_mode = ${accessMode}`,
  refusal: noRefusal,
  write: (tx, ids) => updateRecords(tx, kind as Kind<'container'>, ids, { access_mode: accessMode }),
});
