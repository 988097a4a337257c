import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImportKind, ImportMapping } from '@noa/domain/imports/import.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { showProgress } from '../../process/progress.ts';
import { listRows, type RowList } from '../../graphql/row-list.ts';
import type { Context } from '../../request/context.ts';
import type { AskedFormat } from '../asked-format.ts';
import { undoDays, type ImportJobRow, progressOf } from '../import-job.queries.ts';
import { problemsOf } from '../import-problem.queries.ts';
import { untilRunEnds } from '../import-run.ts';
import { applyImport, cancelImport, getJob, mapImport, startImport } from '../import.service.ts';
import { countMatches, matchesOf } from '../matching/import-match.queries.ts';
import { decideImportMatches } from '../matching/import-match.service.ts';
import { writeBadRows } from './bad-rows-file.ts';
import { changeLines, counted, problemLines, readingLines } from './plan-lines.ts';
import { reasonText } from './reasons.ts';

/** What is asked of a list. */
export interface AskedList {
  readonly path: string;
  readonly kind: ImportKind;
  readonly orgId: string | null;
  readonly format: AskedFormat;
  /** Target field to header, beside what is guessed; an empty header leaves the field out. */
  readonly mapping: ImportMapping;
  readonly createMissing: boolean;
  readonly apply: boolean;
  /** Whether addresses that are probably in the registry become new ones. */
  readonly asNew: boolean;
  /** Where the bad rows are kept, if there are any. */
  readonly badRows: string | null;
  readonly locale: ExportLocale;
}

/** What became of it; `isLeft` of a job that is still of use to others. */
interface Outcome {
  readonly isGood: boolean;
  readonly isLeft: boolean;
}

interface Steps {
  readonly context: Context;
  readonly asked: AskedList;
  readonly say: (line: string) => void;
  /** Aborted when whoever runs the command wants no more of it. */
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks how far a run is. */
const lookEveryMs = 250;

/** Rows of a page. */
const pageSize = 200;

/** Proposals that are decided at once. */
const rowsAtOnce = 1_000;

/**
 * Checks a list, says what applying it would do, and does it if that is asked for: the steps of the console, one after the other.
 *
 * @returns whether every row is good.
 * @throws {AppError} what the steps refuse; the reason of `signal`.
 */
export async function importList(steps: Steps): Promise<boolean> {
  const { context, asked } = steps;
  const file = new File([await readFile(asked.path)], basename(asked.path));
  const job = await startImport(context, { kind: asked.kind, orgId: asked.orgId, file, ...asked.format });
  const { id, mapping } = job;
  let outcome: Outcome | undefined;
  try {
    const meant = { id, mapping: mapped(mapping, asked.mapping), createMissing: asked.createMissing };
    await mapImport(context, meant).catch((cause: unknown) => {
      readingLines({ ...job, mapping: meant.mapping }).forEach(steps.say);
      throw cause;
    });
    let checked = await follow(steps, id, 'Checking');
    if (asked.asNew && checked.state === 'checked' && (await takeAsNew(context, id))) {
      await mapImport(context, meant);
      checked = await follow(steps, id, 'Checking again');
    }
    outcome = await goOn(steps, checked);
    return outcome.isGood;
  } finally {
    // What was only tried leaves no file behind.
    if (!outcome?.isLeft) {
      await cancelImport(context, id);
    }
  }
}

/** A column that is said to mean something means nothing that was guessed. */
function mapped(guessed: ImportMapping, stated: ImportMapping): ImportMapping {
  const taken = new Set(Object.values(stated));
  return { ...Object.fromEntries(Object.entries(guessed).filter(([, header]) => !taken.has(header))), ...stated };
}

/** From the dry run on. */
async function goOn(steps: Steps, checked: ImportJobRow): Promise<Outcome> {
  const { context, asked, say } = steps;
  readingLines(checked).forEach(say);
  if (checked.state !== 'checked') {
    say(whyNot(checked));
    return { isGood: false, isLeft: false };
  }
  const problems = await all(context, problemsOf(checked.id));
  [...changeLines(checked), ...problemLines(checked, problems)].forEach(say);
  const isGood = checked.counts?.problems === 0;
  const { undecided } = await context.read('import:run', (tx) => countMatches(tx, checked.id));
  // What a person is to decide in the console stays there whole.
  const isForConsole = asked.apply && undecided > 0;
  if (!isGood && !isForConsole && asked.badRows !== null) {
    const kept = await writeBadRows(context, checked, problems, { path: asked.badRows, locale: asked.locale });
    say(`${counted(kept, 'row')} with problems and their reasons are in ${asked.badRows}.`);
  }
  if (!asked.createMissing && problems.some(({ reason }) => reason === 'form.notFound')) {
    say('--create-missing creates what the list names and nobody has.');
  }
  if (undecided > 0) {
    say(`${counted(undecided, 'address')} of the file are probably in the registry, written otherwise.`);
  }
  if (!asked.apply) {
    say('This was a dry run: nothing was written. --apply imports the good rows.');
    return { isGood: isGood && undecided === 0, isLeft: false };
  }
  if (isForConsole) {
    say(
      'Nothing was written: decide them in the console, under Import, and apply it there; or say --as-new to create them.',
    );
    return { isGood: false, isLeft: true };
  }
  const isApplied = await applied(steps, checked);
  return { isGood: isApplied && isGood, isLeft: isApplied };
}

async function applied(steps: Steps, { id, run }: ImportJobRow): Promise<boolean> {
  const { context, say } = steps;
  await applyImport(context, id, run);
  const job = await follow(steps, id, 'Applying');
  const isApplied = job.state === 'applied';
  const which = job.counts?.problems === 0 ? 'Every row was' : 'The good rows were';
  say(
    isApplied
      ? `${which} imported. The console undoes it, under Import, for ${undoDays} days.`
      : `Nothing was written. ${whyNot(job)}`,
  );
  return isApplied;
}

const whyNot = ({ state, failure }: ImportJobRow) =>
  failure === null ? `The import is ${state}.` : reasonText('en', failure);

/** Shows how far a job is until it stands still, and cancels it when it is to end. */
async function follow({ context, signal }: Steps, id: string, label: string): Promise<ImportJobRow> {
  const progress = showProgress(label);
  try {
    for (;;) {
      const job = await getJob(context, id);
      const at = progressOf(job);
      if (!at) {
        return job;
      }
      signal.throwIfAborted();
      progress.show(at.done, at.total);
      await Promise.race([untilRunEnds(id), delay(lookEveryMs)]);
    }
  } finally {
    progress.end();
  }
}

/** Decides of all addresses that are probably in the registry that they are not. @returns whether there were any. */
async function takeAsNew(context: Context, id: string): Promise<boolean> {
  const matches = await all(context, matchesOf(id, 'probably'));
  const rows = matches.filter(({ decision }) => decision === null).map(({ row_number: number }) => number);
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await decideImportMatches(context, id, { rows: rows.slice(from, from + rowsAtOnce), decision: 'refused' });
  }
  return rows.length > 0;
}

/** The rows of all pages. */
async function all<Row>(context: Context, list: RowList<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await context.read('import:run', (tx) => listRows(tx, list, { first: pageSize, after }));
    rows.push(...page.edges.map(({ row }) => row));
    after = page.hasNextPage ? page.edges.at(-1)?.cursor : undefined;
  } while (after !== undefined);
  return rows;
}
