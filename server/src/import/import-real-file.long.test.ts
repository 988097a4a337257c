import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { countRecords, importFile } from './import.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { signIn } from '../testing/harness.ts';

const realFile = fileURLToPath(new URL('../../../../shared/data/buildings.csv', import.meta.url));
const isThere = existsSync(realFile);
if (!isThere) {
  console.warn(`SKIPPED: the import of real tower blocks, because ${realFile} is not there`);
}

const mebibyte = 1024 * 1024;

describe.skipIf(!isThere)('the tower blocks of nineteen counties', () => {
  it(
    'go in at thousands of apartments a second, and change nothing the second time',
    { timeout: 120_000 },
    async () => {
      const root = await signIn(['root']);
      const org = await anOrg();
      const content = await readFile(realFile);
      const idle = process.memoryUsage.rss();
      let peak = idle;
      const clock = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();

      const first = await importFile(root, content, { orgId: org.id });
      const second = await importFile(root, content, { orgId: org.id });

      clearInterval(clock);
      delay.disable();
      console.log(
        `buildings.csv: ${first.timings.apartmentsPerSecond} apartments a second (${first.timings.milliseconds} ms), again ` +
          `${second.timings.apartmentsPerSecond}; ${Math.round((peak - idle) / mebibyte)} MiB above idle; ` +
          `event loop held at most ${Math.round(delay.max / 1e6)} ms, p99 ${Math.round(delay.percentile(99) / 1e6)} ms`,
      );
      expect(first).toMatchObject({
        state: 'applied',
        counts: {
          rows: 3_472,
          problems: 0,
          towerBlocks: { create: 3_472, update: 0, same: 0 },
          entrances: { create: 3_472, update: 0, same: 0 },
          apartments: { create: 56_736, update: 0, same: 0 },
        },
      });
      expect(await countRecords(org.id)).toEqual([3_472, 3_472, 56_736]);
      expect(second).toMatchObject({
        state: 'applied',
        counts: {
          towerBlocks: { create: 0, update: 0, same: 3_472 },
          entrances: { create: 0, update: 0, same: 3_472 },
          apartments: { create: 0, update: 0, same: 56_736 },
        },
      });
      // What one machine does in a second another does in three: this catches a collapse, the printed line tells the figure.
      expect(first.timings.apartmentsPerSecond).toBeGreaterThan(5_000);
      expect(peak - idle).toBeLessThan(300 * mebibyte);
    },
  );
});
