import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { importPhases } from '../../server/src/import/check-and-apply.ts';
import { endSpareThread } from '../../server/src/import/reading/spare-thread.ts';
import { sessionOf } from '../../server/src/database/connection/session.ts';
import { idleMemory, peakDuring } from '../export/memory.ts';
import { makeFile, townList } from './import-files.ts';
import { importFile, type ImportTook } from './imports.ts';
import { openServer, type Run } from './server.ts';

type Say = (line: string) => void;

type Format = 'csv' | 'xlsx';
/** Rows applied a second, MB above idle, and milliseconds of a list meanwhile (issue 14). */
const asked = { csv: 20_000, xlsx: 8_000, memory: 300, list: 150 } as const;

/** How fast PostgreSQL takes the same rows in where nothing is asked of them: no key, no index, no history. */
export async function copyIntoBareTable(url: string, rows: number, say: Say): Promise<void> {
  const client = new pg.Client(sessionOf(url, 'owner'));
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'noa-copy-'));
  await chmod(folder, 0o755); // PostgreSQL reads it as its own user
  try {
    const [header = [], ...lines] = townList(rows);
    await client.query(`create table bare (${header.map((_, i) => `c${i} text`).join(', ')})`);
    const path = join(folder, 'list.txt');
    await writeFile(path, lines.map((cells) => `${cells.join('\t')}\n`).join(''));
    const began = performance.now();
    await client.query(`copy bare from '${path}'`);
    const seconds = (performance.now() - began) / 1_000;
    say(`COPY of the list into a bare table: ${perSecond(rows, seconds)} rows a second`);
    await client.query('drop table bare');
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const perSecond = (rows: number, seconds: number) => Math.round(rows / seconds).toLocaleString('en');

/** Imports apartments with an occupier and a card each into an org of the database, and says how it went. */
export async function measureImports(
  url: string,
  orgId: string,
  { rows, format, say }: { rows: number; format: Format; say: Say },
): Promise<void> {
  const server = await openServer(url);
  const { callers } = server;
  const [everything, lister] = [callers.get('everything'), callers.get('one org')];
  try {
    if (!everything || !lister) {
      throw new Error('The bench has no callers');
    }
    const file = await makeFile(format, rows);
    await endSpareThread();
    globalThis.gc?.();
    const idle = await idleMemory(String(process.pid));
    const times: number[] = [];
    const { result, peak } = await peakDuring(String(process.pid), () =>
      listingMeanwhile(lister, times, () => importFile(everything, 'buildings', orgId, file)),
    );
    tell(say, format, rows, result);
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? NaN;
    say(
      `  ${Math.round(peak - idle)} MB above idle (asked: ${asked.memory}); a list of 50 meanwhile, p95 of ${times.length}: ` +
        `${p95.toFixed(0)} ms (asked: ${asked.list})`,
    );
  } finally {
    await server.close();
    await endSpareThread();
  }
}

function tell(say: Say, format: Format, rows: number, { looking, checking, applying, timings }: ImportTook): void {
  say(
    `${format}: ${perSecond(rows, applying)} apartments with occupier and card a second applied (asked: ${asked[format]}); ` +
      `looked at in ${looking.toFixed(1)} s, dry run ${checking.toFixed(1)} s, applied in ${applying.toFixed(1)} s`,
  );
  say(`  ${importPhases.map((phase) => `${phase} ${((timings[phase] ?? 0) / 1_000).toFixed(1)}`).join(', ')}`);
}

/** Runs `work` while somebody asks for a page of apartments again and again; keeps what each took, in milliseconds. */
async function listingMeanwhile<Done>(run: Run, times: number[], work: () => Promise<Done>): Promise<Done> {
  let isOver = false;
  const listing = (async () => {
    while (!isOver) {
      const { ms } = await run('{ apartments(first: 50) { nodes { id label occupierName } totalCount } }');
      times.push(ms);
      await pause(100);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await listing;
  }
}
