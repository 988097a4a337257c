import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataDir, reports } from '../reports/testing/events.ts';
import { appUrl, db } from '../testing/harness.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** Set by `npm test`, which fetches the program. */
const promtool = process.env['PROMTOOL_PATH'] ?? '/usr/bin/promtool';
const hasPromtool = existsSync(promtool);
if (!hasPromtool) {
  console.warn('SKIPPED: there is no promtool on this machine (PROMTOOL_PATH)');
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'deploy/monitoring');
const fileIn = (name: string) => readFileSync(join(folder, name), 'utf8');

let metrics: Metrics;
let text: string;
beforeAll(async () => {
  await reports.engine.refresh();
  metrics = createMetrics({
    db,
    databaseUrl: appUrl,
    monitor: { reachability: { downSince: null, latencyMs: 1, clockSkewMs: 0 } },
    reports,
    dataDir,
    isDraining: () => false,
    backsUp: true,
    onFailure: (cause) => console.warn(cause),
  });
  text = await metrics.text();
});
afterAll(() => metrics.close());

describe.skipIf(!hasPromtool)('promtool', () => {
  const run = (args: string[], input = '') => execFileSync(promtool, args, { cwd: folder, input, encoding: 'utf8' });

  it('finds nothing to complain of in the answer', () => {
    expect(run(['check', 'metrics'], text)).toBe('');
  });

  it('takes the rules, and they do what their tests say', () => {
    expect(run(['check', 'rules', 'noa.rules.yaml'])).toContain('SUCCESS');
    expect(run(['test', 'rules', 'noa.rules.test.yaml'])).toContain('SUCCESS');
  });

  it("takes the compose file's settings of Prometheus", () => {
    expect(run(['check', 'config', '--syntax-only', '../compose/prometheus.yaml'])).toContain('SUCCESS');
  });
});

/** Names of series that are told, those of histograms with their endings. */
const told = () =>
  new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
    ),
  );

describe('rules and dashboard', () => {
  it.each(['noa.rules.yaml', 'noa.rules.test.yaml', 'dashboard.json'])('%s names figures that there are', (name) => {
    const named = fileIn(name).match(/\b(?:noa|nodejs|process)_\w+/g) ?? [];

    expect(named).not.toHaveLength(0);
    expect(named.filter((each) => !told().has(each))).toEqual([]);
  });

  it('says of every alert what to do, as the guide does', () => {
    const rules = [...fileIn('noa.rules.yaml').matchAll(/- alert: (\w+)[\s\S]*?runbook: ('?)(.+)\2\n/g)];
    const guide = readFileSync(join(root, 'docs/operator.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| `(Noa\w+)`\s*\| (.+?)\s*\|$/gm)];

    expect(rules).not.toHaveLength(0);
    expect(Object.fromEntries(rows.map(([, name, what]) => [name, what]))).toEqual(
      Object.fromEntries(rules.map(([, name, , what]) => [name, what])),
    );
  });
});
