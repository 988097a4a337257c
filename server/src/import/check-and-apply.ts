import { sql } from 'kysely';
import { joiningMany } from '../database/connection/planning.ts';
import type { Tx } from '../database/database.ts';
import type { DataKeys } from '../database/keys/sealing.ts';
import { localAccounts } from '../identity/local-accounts.ts';
import type { Context } from '../request/context.ts';
import { findContent, type ImportCounts, type ImportJobRow, type ImportTimings } from './import-job.queries.ts';
import { countFoundProblems, keepFoundProblems } from './import-problem.queries.ts';
import { sealBadRows } from './bad-rows/bad-rows.ts';
import { Cancelled, finish, inTransaction, lockOrgForImport, type Run } from './import-run.ts';
import { countPlan, findVersions, total, type ImportTarget, type KeptCounts } from './import-work.ts';
import { importWorks } from './import-works.ts';
import { readOnce } from './kept-rows/kept-rows.ts';
import { FileRefusal } from './reading/file-format.ts';
import { aadOfFile } from './reading/file-vault.ts';
import { stageFile } from './reading/file-thread.ts';
import { addProblems, addStaged, createStaging, dropBadRows } from './staging.ts';

/** The parts of applying a file, in their order. */
export const importPhases = ['reading', 'matching', 'planning', 'checking', 'writing', 'settling'] as const;
type ImportPhase = (typeof importPhases)[number];

/** Tells how many milliseconds each part of a run took: an import that is slow says where. */
class Phases {
  readonly #spent = new Map<ImportPhase, number>();

  /** Does `work`, as a part of the run; a part that comes again is added to what it took before. */
  async spend<Done>(phase: ImportPhase, work: () => Promise<Done>): Promise<Done> {
    const began = performance.now();
    const done = await work();
    this.#spent.set(phase, (this.#spent.get(phase) ?? 0) + performance.now() - began);
    return done;
  }

  /** Milliseconds by part. */
  get spent(): Readonly<Partial<Record<ImportPhase, number>>> {
    return Object.fromEntries([...this.#spent].map(([phase, ms]) => [phase, Math.round(ms)]));
  }
}

/** Share of applying that reading and comparing take; writing takes the rest. */
const readingShare = 0.3;

/** The dry run: what applying would do, and every problem. Writes nothing but its findings. */
export async function checkFile(context: Context, job: ImportJobRow, run: Run): Promise<void> {
  await inTransaction(context, run, async (tx) => {
    const target = targetOf(context, job, await context.keys.forWriting(tx));
    const counts = await joiningMany(tx, async () => {
      const planned = await prepare(tx, { job, target, run, phases: new Phases() }, 1);
      return { ...planned, versions: await findVersions(tx, importWorks[job.kind], planned.changes, false) };
    });
    await keepFoundProblems(tx, job.org_id, job.id);
    await finish(tx, job, { state: 'checked', counts });
  });
}

/** Does what the dry run said, all or nothing. */
export async function applyFile(context: Context, job: ImportJobRow, run: Run): Promise<void> {
  const began = performance.now();
  await inTransaction(context, run, async (tx) => {
    await lockOrgForImport(tx, job);
    const target = targetOf(context, job, await context.keys.forWriting(tx));
    const phases = new Phases();
    const counts = await joiningMany(tx, () => prepareAndWrite(tx, { job, target, run, phases }));
    // Now, and not as the transaction ends: whoever asks how far it is would wait for the job's row meanwhile.
    await phases.spend('settling', () => sql`set constraints all immediate`.execute(tx));
    const content = counts.problems > 0 ? await sealBadRows(tx, job, target.keys) : null;
    await finish(tx, job, {
      state: 'applied',
      counts,
      content,
      timings: { ...timingsOf(job, counts, performance.now() - began), ...phases.spent },
    });
  });
}

async function prepareAndWrite(tx: Tx, preparing: Preparing): Promise<ImportCounts> {
  const { job, target, run, phases } = preparing;
  const planned = await prepare(tx, preparing, readingShare);
  // Held from here on: what somebody writes while we do would be written over as well.
  const counts = { ...planned, versions: await findVersions(tx, importWorks[job.kind], planned.changes, true) };
  if (!isAsChecked(counts, job.counts)) {
    throw new FileRefusal('import.changedMeanwhile');
  }
  const onWritten = (share: number) => {
    run.controller.signal.throwIfAborted();
    run.share = readingShare + share * (1 - readingShare);
  };
  await phases.spend('writing', () => importWorks[job.kind].writePlan(tx, target, counts.changes, onWritten));
  return counts;
}

/**
 * Whether it does nothing that whoever applies it has not seen: what others have written since would be overwritten, be it in the very fields
 * that it writes. What they have made alike, as streets that all orgs share, is less to do.
 */
function isAsChecked({ problems, changes, versions = {} }: ImportCounts, checked: ImportCounts | null): boolean {
  const isSeen = ([kind, { create, update, fields = {} }]: [string, KeptCounts]) => {
    const seen = checked?.changes[kind];
    const areFieldsSeen = Object.entries(fields).every(([name, count]) => count <= (seen?.fields?.[name] ?? 0));
    return create <= (seen?.create ?? 0) && update <= (seen?.update ?? 0) && areFieldsSeen;
  };
  const areOfThen = Object.entries(versions).every(([kind, each]) => each === checked?.versions?.[kind]);
  return problems === checked?.problems && areOfThen && Object.entries(changes).every(isSeen);
}

/** @param keys - of the transaction: nothing is sealed with another while it lasts. */
const targetOf = (
  { db, viewer, locale }: Context,
  { id, org_id: orgId, mapping, create_missing: createMissing }: ImportJobRow,
  keys: DataKeys,
): ImportTarget => ({
  jobId: id,
  orgId,
  mapping,
  createMissing,
  accounts: {
    kept: localAccounts.of(db) !== undefined,
    inviter: viewer.name || viewer.email || viewer.actor,
    locale: locale ?? null,
  },
  keys,
  aad: aadOfFile({ orgId, id }),
});

function timingsOf({ kind }: ImportJobRow, { rows, changes }: ImportCounts, elapsed: number): ImportTimings {
  const { measured } = importWorks[kind];
  const records = total(changes[measured]);
  const milliseconds = Math.max(1, Math.round(elapsed));
  return {
    rows,
    milliseconds,
    [measured]: records,
    [`${measured}PerSecond`]: Math.round((records * 1_000) / milliseconds),
  };
}

interface Preparing {
  readonly job: ImportJobRow;
  readonly target: ImportTarget;
  readonly run: Run;
  readonly phases: Phases;
}

/**
 * Reads the file and sets it against the registry.
 *
 * @param wholeShare - of the run that this is.
 */
async function prepare(tx: Tx, { job, target, run, phases }: Preparing, wholeShare: number): Promise<ImportCounts> {
  const { signal } = run.controller;
  const { id, kind, format, mapping } = job;
  const { keys, aad } = target;
  const work = importWorks[kind];
  let rows = 0;
  await createStaging(tx, work);
  const stageRows = () =>
    readOnce({
      job,
      keys,
      signal,
      read: async (onBatch) => {
        const sealed = await findContent(tx, id);
        if (!sealed) {
          throw new Cancelled();
        }
        await stageFile({ sealed, kind, format, mapping, keys, aad, signal, onBatch });
      },
      onBatch: async ({ staged, problems, rowsDone }) => {
        await addStaged(tx, work.columns, staged);
        await addProblems(tx, problems);
        rows = rowsDone;
        run.share = (rowsDone / format.rows) * wholeShare;
      },
    });
  await phases.spend('reading', stageRows);
  await phases.spend('matching', async () => {
    await work.match?.(tx, target);
    await dropBadRows(tx, work);
  });
  do {
    await phases.spend('planning', () => work.makePlan(tx, target));
    await phases.spend('checking', () => work.findClashes(tx, target));
    signal.throwIfAborted();
    // What a row that is left out was needed for may be wrong without it.
  } while (await dropBadRows(tx, work));
  return { changes: await countPlan(tx, work, target), rows, ...(await countFoundProblems(tx)) };
}
