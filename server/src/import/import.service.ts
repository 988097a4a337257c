import { randomUUID } from 'node:crypto';
import { AppError, demandFound, validationFailed } from '@noa/domain/errors.ts';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import {
  importKinds,
  importLimits,
  type ImportKind,
  type ImportMapping,
  type ImportState,
} from '@noa/domain/imports/import.ts';
import type { Tx } from '../database/database.ts';
import { uuidOf } from '../records/record.ts';
import type { Context } from '../request/context.ts';
import { owningOrg } from '../registry/owner.ts';
import { askedOtherwise, namingField, readChoice, type AskedFormat } from './asked-format.ts';
import {
  countRunningBeside,
  findContent,
  findJob,
  insertJob,
  moveJob,
  type JobChange,
  type ImportCounts,
  type ImportJobRow,
} from './import-job.queries.ts';
import { forgetProblems } from './import-problem.queries.ts';
import { total } from './import-work.ts';
import { applyFile, checkFile } from './check-and-apply.ts';
import { runInBackground, stopRun } from './import-run.ts';
import { forgetRows } from './kept-rows/kept-rows.ts';
import { rememberMapping, suggestMapping } from './mapping/remembered-mapping.ts';
import { forgetMatches } from './matching/import-match.queries.ts';
import type { FileFormat } from './reading/file-format.ts';
import { aadOfFile, renewFile } from './reading/file-vault.ts';
import { lookAgain, sealAndLook } from './reading/file-thread.ts';

interface StartArgs extends AskedFormat {
  readonly kind: string;
  readonly file: File;
  readonly orgId?: string | null | undefined;
}

/**
 * Takes in a file: looks at it and guesses what its columns mean, or recalls what they meant the last time.
 *
 * @throws {AppError} `ValidationFailed` on `kind`, `file`, `orgId`, `encoding`, `separator`, `sheet` or `headerRow`; `Forbidden`.
 */
export async function startImport(context: Context, { kind, file, orgId, ...asked }: StartArgs): Promise<ImportJobRow> {
  const known = importKinds.find((each) => each === kind);
  if (!known) {
    throw validationFailed({ kind: 'form.notFound' }, `Nothing called ${kind} can be imported`);
  }
  if (file.size === 0 || file.size > importLimits.fileBytes) {
    throw validationFailed({ file: file.size === 0 ? 'import.empty' : 'import.tooLarge' });
  }
  demand(context, known);
  const choice = readChoice(asked);
  const owner = importForms[known].ofOrg
    ? await context.write('import:run', (tx, scope) => owningOrg(tx, scope, orgId))
    : null;
  const content = new Uint8Array(await file.arrayBuffer());
  const [keys, id] = [await context.keysFor('import:run'), randomUUID()];
  const aad = aadOfFile({ orgId: owner, id });
  const { format, sealed } = await namingField(() => sealAndLook(content, choice, { keys, aad }));
  const fileName = file.name.slice(-importLimits.fileNameLength) || known;
  return context.write('import:run', async (tx) => {
    const mapping = await suggestMapping(tx, owner, known, format);
    return insertJob(tx, {
      id,
      orgId: owner,
      kind: known,
      fileName,
      sealed: renewFile(sealed, keys, await context.keys.forWriting(tx), aad),
      format,
      mapping,
    });
  });
}

/**
 * Reads an uploaded file again as told: in another encoding, by another separator, another sheet of it, below another header. What
 * was matched with the registry is forgotten with what was read before.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed`; `Conflict` while it runs, and once it has ended.
 */
export async function rereadImport(context: Context, id: string, asked: AskedFormat): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  const format = await reread(context, job, asked);
  return context.write('import:run', async (tx) => {
    const mapping = await suggestMapping(tx, job.org_id, job.kind, format);
    await forgetProblems(tx, id);
    await forgetMatches(tx, id);
    return moveWaiting(tx, job, { state: 'uploaded', format, mapping });
  });
}

async function reread(context: Context, job: ImportJobRow, asked: AskedFormat): Promise<FileFormat> {
  const choice = readChoice(asked, job.format);
  const { sealed, keys } = await context.read('import:run', async (tx) => ({
    sealed: await findContent(tx, job.id),
    keys: await context.keys.forReading(tx),
  }));
  const aad = aadOfFile({ orgId: job.org_id, id: job.id });
  return sealed ? namingField(() => lookAgain(sealed, choice, { keys, aad })) : refuseState(job);
}

/** What is absent or null of the format is read as it was last. */
interface MapArgs extends Omit<AskedFormat, 'encoding' | 'separator'> {
  readonly id: string;
  readonly mapping?: unknown;
  /** Whether names that the file refers to and nobody has become records. */
  readonly createMissing?: boolean | null | undefined;
}

/**
 * Says what the columns mean and starts the dry run.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `mapping.<target field>`, `sheet` or `headerRow`; `Conflict` while it runs, and once
 * it has ended; `LimitExceeded` while four others of its org run.
 */
export async function mapImport(
  context: Context,
  { id, mapping: input, createMissing, ...asked }: MapArgs,
): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  const otherwise = askedOtherwise(asked, job.format);
  const format = otherwise ? await reread(context, job, otherwise) : job.format;
  const mapping = readMapping(job.kind, input, format);
  const checking = await context.write('import:run', async (tx) => {
    await refuseTooMany(tx, job);
    await forgetProblems(tx, id);
    if (otherwise) {
      await forgetMatches(tx, id);
    }
    const change = { state: 'checking', format, mapping, createMissing: createMissing ?? false } as const;
    const moved = await moveWaiting(tx, job, change);
    if (!(await findContent(tx, id))) {
      return refuseState(job);
    }
    await rememberMapping(tx, moved);
    return moved;
  });
  void runInBackground(context, checking, checkFile);
  return checking;
}

/**
 * Does what the dry run said of the good rows, all or nothing; rows with a problem are left out. Asked again for a job that is being applied or was, it gives that job.
 *
 * @param dryRun - the one whose findings the caller has seen; null or absent: the last one.
 * @throws {AppError} `NotFound`; `ValidationFailed` on `id` (`import.hasProblems`) when every row has a problem; `Conflict`
 * before the dry run has ended, on `dryRun` if there was another since, and after the job was cancelled or failed; `LimitExceeded` while four
 * others of its org run.
 */
export async function applyImport(context: Context, id: string, dryRun?: string | null): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  if (job.state === 'applying' || job.state === 'applied') {
    return job;
  }
  demand(context, job.kind);
  if (job.state === 'checked' && job.counts && job.counts.problems > 0 && !hasGoodRows(job.counts)) {
    throw validationFailed({ id: 'import.hasProblems' }, 'Every row has a problem: nothing is left to be written');
  }
  const applying = await context.write('import:run', async (tx) => {
    await refuseTooMany(tx, job);
    return moveJob(tx, id, ['checked'], { state: 'applying' }, typeof dryRun === 'string' ? uuidOf(dryRun) : undefined);
  });
  if (!applying) {
    return findReached(context, id, ['applying', 'applied'], refuseOtherRun);
  }
  void runInBackground(context, applying, applyFile);
  return applying;
}

/**
 * Ends a job; what it was writing is rolled back, and its file is forgotten. A job that was applied stays applied.
 *
 * @throws {AppError} `NotFound`; `Conflict` if it was applied already.
 */
export async function cancelImport(context: Context, id: string): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  if (job.state === 'cancelled') {
    return job;
  }
  const cancelled = await context.write('import:run', (tx) =>
    moveJob(tx, id, ['uploaded', 'checking', 'checked', 'applying', 'failed'], { state: 'cancelled' }),
  );
  stopRun(id);
  forgetRows(id);
  return cancelled ?? findReached(context, id, ['cancelled']);
}

/**
 * The job that somebody else was asked to bring to one of these states at the same moment, and has.
 *
 * @param refuse - throws for a job in any other.
 * @throws {AppError} `Conflict` for a job in any other.
 */
export async function findReached(
  context: Context,
  id: string,
  states: readonly ImportState[],
  refuse: (job: ImportJobRow) => never = refuseState,
): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  return states.includes(job.state) ? job : refuse(job);
}

/** A job that waits to be applied, and was not for the dry run that was named. */
function refuseOtherRun(job: ImportJobRow): never {
  if (job.state !== 'checked') {
    return refuseState(job);
  }
  const fields = { dryRun: 'import.checkedAgain' };
  throw new AppError('Conflict', 'The file was checked again since', { fields, details: { state: job.state } });
}

/** Moves on a job of which somebody has said otherwise than before. @throws {AppError} `Conflict` while it runs, and once it has ended. */
export const moveWaiting = async (tx: Tx, job: ImportJobRow, change: JobChange): Promise<ImportJobRow> =>
  (await moveJob(tx, job.id, ['uploaded', 'checked', 'failed'], { counts: null, failure: null, ...change })) ??
  refuseState(job);

/** @throws {AppError} `Forbidden` for who may import, but not do by hand what files of the kind do. */
export function demand({ viewer }: Context, kind: ImportKind): void {
  importForms[kind].needs?.forEach((permission) => viewer.scope(permission));
}

const hasGoodRows = ({ changes }: ImportCounts) => Object.values(changes).some((each) => total(each) > 0);

/** @throws {AppError} `NotFound`. */
export async function getJob(context: Context, id: string): Promise<ImportJobRow> {
  return demandFound(await context.read('import:run', (tx, scope) => findJob(tx, scope, id)), 'importJob', id);
}

/** @throws {AppError} `LimitExceeded`. */
async function refuseTooMany(tx: Tx, job: ImportJobRow): Promise<void> {
  if ((await countRunningBeside(tx, job)) >= importLimits.atOnce) {
    throw new AppError(
      'LimitExceeded',
      `At most ${importLimits.atOnce} imports of an organisation run at once; wait until one has ended`,
    );
  }
}

function refuseState({ state }: ImportJobRow): never {
  throw new AppError('Conflict', `The import is ${state}`, { details: { state } });
}

function readMapping(kind: ImportKind, input: unknown, { header }: FileFormat): ImportMapping {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw validationFailed({ mapping: 'form.required' }, 'A mapping is an object of target fields and column headers');
  }
  // What is not mapped may be left out, null or empty.
  const stated = Object.entries(input).filter(([, header]) => header !== null && header !== '');
  const isHeader = (name: unknown): name is string | number => typeof name === 'string' || typeof name === 'number';
  const wrong = stated
    .filter(([, name]) => !isHeader(name))
    .map(([field]) => [`mapping.${field}`, 'import.unknownColumn']);
  if (wrong.length > 0) {
    throw validationFailed(Object.fromEntries(wrong));
  }
  const mapping = Object.fromEntries(stated.map(([field, name]) => [field, String(name)]));
  const errors = importForms[kind].checkMapping(mapping, header);
  if (Object.keys(errors).length > 0) {
    throw validationFailed(errors);
  }
  return mapping;
}
