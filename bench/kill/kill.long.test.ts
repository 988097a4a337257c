import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runKills } from './kill-run.ts';
import { freePort } from './server-process.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join('/tmp', 'noa-kill-'));
  await chmod(dataDir, 0o755); // PostgreSQL, as another user, must get in
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('what locks report', () => {
  it('is all there, once, and counted so, after the server and PostgreSQL were killed in the middle', async () => {
    const { findings, recoveries, stored, stats } = await runKills({
      dataDir,
      port: await freePort(),
      program: 'server/src/main.ts',
      victims: ['server', 'postgres', 'all but a backend', 'both'],
      seed: 1,
      rate: 150,
      calm: [0.8, 1.2],
      say: () => undefined,
    });

    expect(findings.flatMap(({ differences }) => differences)).toEqual([]);
    expect(stored).toBeGreaterThan(100);
    expect(stats.of('requestsFailed')).toBeGreaterThan(0);
    expect(recoveries.map(({ victim }) => victim)).toEqual(['server', 'postgres', 'all but a backend', 'both']);
  }, 240_000);
});
