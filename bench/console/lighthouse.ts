import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Fetched when it is asked for: what it brings with it would weigh a fifth of all packages. */
const program = 'lighthouse@13.5.0';

/** Not how well it is found: nobody looks for a town hall's console. */
const categories = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof categories)[number];

export interface Judgement {
  /** Of 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** What costs points: `accessibility: Links do not have a discernible name`, `performance: Cumulative Layout Shift 0.3`. */
  readonly findings: readonly string[];
}

interface Result {
  readonly categories: Readonly<
    Record<
      Category,
      { readonly score: number | null; readonly auditRefs: { readonly id: string; readonly weight: number }[] }
    >
  >;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

/** What Lighthouse thinks of an address on a desktop, in the browser whose tools listen there, with what is signed in in it. */
export async function judge(url: string, toolsPort: number): Promise<Judgement> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-lighthouse-'));
  const file = join(folder, 'result.json');
  try {
    await run(
      'npx',
      [
        '--yes',
        program,
        url,
        `--port=${toolsPort}`,
        '--preset=desktop',
        '--disable-storage-reset',
        `--only-categories=${categories.join(',')}`,
        '--output=json',
        `--output-path=${file}`,
        '--quiet',
        '--no-enable-error-reporting',
      ],
      { timeout: 300_000 },
    );
    return read(JSON.parse(await readFile(file, 'utf8')) as Result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function read({ categories: found, audits }: Result): Judgement {
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((found[category].score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const findings = categories.flatMap((category) =>
    found[category].auditRefs
      // Speed is always short of perfect: only what is slow is named.
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1))
      .map(({ id }) => [`${category}:`, audits[id]?.title ?? id, audits[id]?.displayValue].filter(Boolean).join(' ')),
  );
  return { scores, findings };
}
