import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { Changes, ImportTarget } from '../import-work.ts';
import { writeMissing } from '../missing-names.ts';
import { keepWritten } from '../undo/written.ts';
import { writtenColumns, type DeclaredKind } from './declared-kind.ts';

/** Rows of the file written by one statement at least, and statements at most: between two, progress is told and a run may end. */
const [smallestSlice, mostSlices] = [10_000, 20];

/** Calls `write` with one stretch of the file's rows after the other. */
async function inSlices(
  tx: Tx,
  table: string,
  write: (from: number, to: number) => Promise<void>,
  onWritten: (share: number) => void,
): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(row_number), 0)::int as last from ${sql.table(table)}`.execute(tx);
  const last = rows[0]?.last ?? 0;
  const length = Math.max(smallestSlice, Math.ceil(last / mostSlices));
  for (let from = 1; from <= last; from += length) {
    onWritten((from - 1) / last);
    await write(from, from + length);
  }
}

/** Writes records of a declared kind as planned, and before them those that they name and nobody has (`ImportWork.writePlan`). */
export async function writePlan(
  tx: Tx,
  orgId: string,
  target: ImportTarget,
  kind: DeclaredKind,
  changes: Changes,
  onWritten: (share: number) => void,
): Promise<void> {
  const { table, references, plural } = kind;
  const planned = sql.table(`planned_${table}`);
  const columns = writtenColumns(kind);
  const written = sql.join(columns.map((column) => sql.ref(column)));
  const assigned = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`p.${column}`)}`));
  await writeMissing(tx, orgId, target, references);
  await inSlices(
    tx,
    `planned_${table}`,
    async (from, to) => {
      const inSlice = sql`p.row_number >= ${from} and p.row_number < ${to}`;
      await keepWritten(tx, target, {
        table,
        change: 'create',
        statement: sql`insert into ${sql.table(table)} as t (org_id, id, ${written}) select ${orgId}, id, ${written} from ${planned} p
          where p.change = 'create' and ${inSlice} order by p.row_number`,
      });
      if (changes[plural]?.update) {
        await keepWritten(tx, target, {
          table,
          change: 'update',
          columns,
          statement: sql`update ${sql.table(table)} t set ${assigned} from ${planned} p
            where p.change = 'update' and ${inSlice} and t.org_id = ${orgId} and t.id = p.id`,
        });
      }
    },
    onWritten,
  );
}
