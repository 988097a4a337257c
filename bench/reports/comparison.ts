import type { Asker, Row } from './askers.ts';
import type { Shape } from './shapes.ts';

/** SQL over the year takes seconds; the first time, when its answer is compared, counts. */
const sqlRounds = 2;

const goals = { overBare: 1.5, freeMs: 30, fasterThanSql: 25 } as const;

interface Times {
  readonly median: number;
  readonly p95: number;
}

interface Askers {
  readonly api: Asker;
  /** Null where PostgreSQL does not hold what is asked about. */
  readonly sql: Asker | null;
  readonly bare: Asker;
}

/** Prints a table of medians and ratios. @returns whether all answers were equal. */
export async function compare(askers: Askers, shapes: readonly Shape[], rounds: number, say: (line: string) => void) {
  say(
    `\n${'milliseconds, medians'.padEnd(40)}${['API', 'p95', 'bare', 'API/bare', 'SQL', 'SQL/API'].map((head) => head.padStart(10)).join('')}`,
  );
  let allEqual = true;
  const slowest: number[] = [];
  for (const shape of shapes) {
    const began = performance.now();
    const sql = await askers.sql?.ask(shape);
    const firstSql = sql ? performance.now() - began : NaN;
    const [api, bare] = [await askers.api.ask(shape), await askers.bare.ask(shape)];
    const different = [sql, bare].find((rows) => rows && textOf(rows) !== textOf(api));
    const times = await measure(askers, shape, rounds, firstSql);
    slowest.push(times.api.p95);
    say(line(shape, times) + (different ? '  NOT EQUAL' : `  ${api.length} rows`));
    if (different) {
      allEqual = false;
      say(`    ${textOf(api).slice(0, 300)}\n    ${textOf(different).slice(0, 300)}`);
    }
  }
  say(
    `\nSlowest 95th percentile through the API: ${Math.max(...slowest).toFixed(0)} ms. ` +
      `Numbers ${allEqual ? 'equal' : 'NOT equal'} in all ${askers.sql ? 'three' : 'but SQL, which was not asked'}.`,
  );
  return allEqual;
}

/** In turns, so that whatever else the machine does bears on all. */
async function measure({ api, sql, bare }: Askers, shape: Shape, rounds: number, firstSql: number) {
  const [ofApi, ofSql, ofBare]: [number[], number[], number[]] = [[], [firstSql], []];
  for (let round = 0; round < rounds; round += 1) {
    ofApi.push(await timed(api, shape));
    ofBare.push(await timed(bare, shape));
    if (sql && ofSql.length < sqlRounds) {
      ofSql.push(await timed(sql, shape));
    }
  }
  return { api: timesOf(ofApi), sql: timesOf(ofSql), bare: timesOf(ofBare) };
}

async function timed(asker: Asker, shape: Shape): Promise<number> {
  const began = performance.now();
  await asker.ask(shape);
  return performance.now() - began;
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { median: at(0.5), p95: at(0.95) };
}

/** What was not measured is not a number. */
const numberOf = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));

function line(shape: Shape, { api, sql, bare }: Record<'api' | 'sql' | 'bare', Times>): string {
  const cells = [
    api.median.toFixed(0),
    api.p95.toFixed(0),
    bare.median.toFixed(0),
    (api.median / bare.median).toFixed(2),
    numberOf(sql.median),
    `${numberOf(sql.median / api.median)} ×`,
  ];
  const missed = [
    ...(api.median > Math.max(goals.freeMs, bare.median * goals.overBare) ? ['over bare'] : []),
    ...(!shape.isNarrow && sql.median / api.median < goals.fasterThanSql ? ['under 25 ×'] : []),
  ];
  return `${shape.title.padEnd(40)}${cells.map((cell) => cell.padStart(10)).join('')}  ${missed.join(', ') || 'ok'}`;
}

const textOf = (rows: readonly Row[]) =>
  rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n');
