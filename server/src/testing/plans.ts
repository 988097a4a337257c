import { setImmediate as untilRead } from 'node:timers/promises';
import { sql } from 'kysely';
import { asOwner, asSystem, databaseUrl, given, onNotice } from './harness.ts';

/** A node of a plan, as `auto_explain` prints it: numbers are of one loop, on average. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'Local Hit Blocks'?: number;
  readonly 'Local Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** What the runs of one statement came to together. */
export interface Work {
  runs: number;
  /** Rows that its nodes gave or looked at in vain, and pages that it searched: what grows with the square where a plan is wrong. */
  steps: number;
  /** Nodes of its last plan, outermost first. */
  plan: string;
}

/** By the text of the statement. */
export type Steps = ReadonlyMap<string, Work>;

/** What is measured at the moment. */
let found = new Map<string, Work>();

/** Leaves out what a test gives: with the statements of its triggers, 20,000 records would be as many plans as a test of seconds has time for. */
const leavesOutGiven: typeof given = {
  settings: { 'auto_explain.log_min_duration': -1 },
  first: (tx) => sql`select plans.leave_out()`.execute(tx),
};

/**
 * Has PostgreSQL tell the plan of every statement of this file's database, those of triggers, functions and foreign keys
 * included, with what came of it; but of what `asSystem` and `asOwner` give, only while it is measured. To be called before anything
 * else asks the database: it holds for connections to come. Statistics are taken when a test says so, and never by autovacuum.
 */
export async function watchPlans(): Promise<void> {
  const name = new URL(databaseUrl.replace('@/', '@localhost/')).pathname.slice(1);
  const settings = {
    log_min_duration: 0,
    log_analyze: 'on',
    log_buffers: 'on',
    log_timing: 'off',
    log_nested_statements: 'on',
    log_format: 'json',
    log_level: 'notice',
  };
  await asOwner(
    `do $$ declare t regclass; begin
      for t in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = off)', t);
      end loop;
    end $$`,
    `alter database ${name} set session_preload_libraries = 'auto_explain'`,
    ...Object.entries(settings).map(([key, value]) => `alter database ${name} set auto_explain.${key} = '${value}'`),
    // The application may not set it. Until the end of the transaction: the function sets nothing of its own, which would end with it.
    'create schema if not exists plans',
    'grant usage on schema plans to public',
    `create or replace function plans.leave_out() returns text language sql security definer as $$
      select pg_catalog.set_config('auto_explain.log_min_duration', '-1', true) $$`,
  );
  Object.assign(given, leavesOutGiven);
  onNotice(({ message }) => {
    const text = /^duration: \S+ ms {2}plan:\n(.*)$/s.exec(message ?? '')?.[1];
    if (text) {
      keep(JSON.parse(text) as Explained);
    }
  });
}

/** What each statement that ran during `work` came to, by its text. */
export async function stepsOf(work: () => Promise<unknown>): Promise<Steps> {
  const measured = new Map<string, Work>();
  const leftOut = { ...given };
  found = measured;
  Object.assign(given, { settings: {}, first: () => Promise.resolve() } satisfies typeof given);
  await work();
  Object.assign(given, leftOut);
  await untilAllIsTold();
  found = new Map();
  return measured;
}

/** A plan is told when its statement ends, which may be after all of its rows were read and the answer was given. */
async function untilAllIsTold(): Promise<void> {
  const { rowCount } = await asSystem(async (tx) => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state = 'active'`.execute(
      tx,
    );
    return { rowCount: rows.length };
  });
  await untilRead(); // in which what has come over the other connections is read
  return rowCount > 0 ? untilAllIsTold() : undefined;
}

/** Statements whose work is less are not looked at: of what costs next to nothing, several times as much is no matter. */
const negligible = 2_500;

/**
 * Of what grew `times` as long: the statements that did far more than `times` what they did before. Nearly twice that is allowed, for
 * sorts and the levels of indexes; what does everything with everything does `times` squared.
 */
export function worseThanLinear(ofFew: Steps, ofMany: Steps, times: number) {
  return [...ofMany].flatMap(([statement, { steps, runs, plan }]) => {
    const before = ofFew.get(statement)?.steps ?? 0;
    const isWorse = steps > negligible && steps > 1.8 * times * before;
    return isWorse ? [{ statement: statement.slice(0, 300), plan, runs, steps: [before, steps] }] : [];
  });
}

function keep({ 'Query Text': text, Plan: plan }: Explained): void {
  const statement = text.replaceAll(/\/\*.*?\*\/|\s+/g, ' ').trim();
  const work = found.get(statement) ?? { runs: 0, steps: 0, plan: '' };
  work.runs += 1;
  work.steps += stepsIn(plan);
  work.plan = shapeOf(plan);
  found.set(statement, work);
}

const rowCounts = [
  'Actual Rows',
  'Rows Removed by Filter',
  'Rows Removed by Join Filter',
  'Rows Removed by Index Recheck',
] as const;
const pageCounts = ['Shared Hit Blocks', 'Shared Read Blocks', 'Local Hit Blocks', 'Local Read Blocks'] as const;

/** Nodes whose pages are those of one table and its index. Others count the catalog too, which each new connection reads once. */
const scan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/;

const inner = (node: PlanNode): readonly PlanNode[] => node.Plans ?? [];

function stepsIn(node: PlanNode): number {
  const sum = (keys: readonly (typeof rowCounts | typeof pageCounts)[number][]) =>
    keys.reduce((total, key) => total + (node[key] ?? 0), 0);
  const rows = sum(rowCounts) * (node['Actual Loops'] ?? 1);
  const pages = scan.test(node['Node Type']) ? sum(pageCounts) : 0;
  return inner(node).reduce((total, each) => total + stepsIn(each), rows + pages);
}

const shapeOf = (node: PlanNode): string =>
  `${node['Node Type']}${inner(node).length > 0 ? ` (${inner(node).map(shapeOf).join(', ')})` : ''}`;
