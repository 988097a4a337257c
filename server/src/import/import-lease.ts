import { sql } from 'kysely';
import { execute, hasRow } from '../database/statements.ts';
import type { Db } from '../database/database.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import { everything } from '../database/scope.ts';
import { goneSeconds } from '../database/this-server.ts';
import { write } from '../database/transaction.ts';
import { startWork, type Work } from '../database/work-loop.ts';
import { forgetWritten } from './undo/written.ts';
import { sendInvitations } from './members/invitations.ts';
import type { ImportJobRow } from './import-job.queries.ts';

/** What a job says whose run was lost, with its server or the database: nothing was written, and an undone one stays applied. */
export const interrupted = { applying: 'import.interrupted', undoing: 'import.undoInterrupted' } as const;

const pauses = { firstMs: 0, idleMs: 5_000, failedMs: 5_000 } as const;

/**
 * Writes down how far a run is, for whoever asks at another server.
 *
 * @param share - from 0 to 1.
 * @returns false if this is not the job's run any more: it was cancelled, or taken for lost.
 */
export function keepShare(db: Db, { id, state, run }: ImportJobRow, share: number): Promise<boolean> {
  return write(
    db,
    everything,
    'system',
    (tx) => hasRow(tx)`
      update import_job set run_share = ${share} where id = ${id} and state = ${state} and run = ${run} returning id`,
  );
}

/** Runs that ended here while the database was away: their jobs say that they go on. */
const unrecorded = new Set<string>();

/** Has the job of a run that was lost with the database told so once the database is back. */
export const failWhenBack = ({ run }: Pick<ImportJobRow, 'run'>): void => void (run && unrecorded.add(run));

/**
 * Ends the imports of servers that have ended or cannot reach the database, and those that this one has lost with it: nothing of them
 * was written, and nothing will be, as they end with their run (moveJob). What a server that runs works on is left to it.
 */
export async function failLostImports(db: Db): Promise<void> {
  const lostHere = [...unrecorded];
  await write(
    db,
    everything,
    'system',
    (tx) => execute(tx)`
    update import_job j set state = case j.state when 'undoing' then 'applied' else 'failed' end,
      failure = case j.state when 'undoing' then '${sql.raw(interrupted.undoing)}' else '${sql.raw(interrupted.applying)}' end,
      finished_at = now()
    where j.state in ('checking', 'applying', 'undoing') and (j.run = any(${lostHere}::uuid[])
      or coalesce(j.run_began_at < now() - interval '${sql.raw(String(goneSeconds))} seconds', true)
      and not exists (select from data_key_holder h
        where h.server = j.server and h.seen_at >= now() - interval '${sql.raw(String(goneSeconds))} seconds'))`,
  );
  lostHere.forEach((run) => unrecorded.delete(run));
}

/**
 * Looks for imports that nobody works on any more and for invitations that they have left, for as long as the process lives: each server
 * does, as none knows of the others when it is the last.
 */
export const startImportLeases = (db: Db, keys: Keyring, reportFailure: (cause: unknown) => void): Work =>
  startWork(
    async () => {
      await failLostImports(db);
      await write(db, everything, 'system', forgetWritten);
      await sendInvitations(db, keys);
    },
    pauses,
    reportFailure,
  );
