import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { asSystem, internalErrors, signIn } from '../../testing/harness.ts';
import { importFile } from '../import.fixture.ts';

const officialFile = fileURLToPath(new URL('../../../../../shared/data/siruta.csv', import.meta.url));
const isThere = existsSync(officialFile);
if (!isThere) {
  console.warn(`SKIPPED: the import of the official SIRUTA file, because ${officialFile} is not there`);
}

const root = await signIn(['root']);

const bringIn = (content: Uint8Array) => importFile(root, content, { kind: 'siruta', name: 'siruta.csv' });

describe.skipIf(!isThere)('the official file', () => {
  it('goes in whole within seconds, and changes nothing the second time', async () => {
    const content = await readFile(officialFile);

    const first = await bringIn(content);
    const second = await bringIn(content);

    console.log(
      `siruta.csv: ${first.timings.gisNodes} nodes in ${first.timings.milliseconds} ms, again ${second.timings.milliseconds} ms`,
    );
    expect(first).toMatchObject({ state: 'applied', counts: { rows: 16_978, problems: 0, warnings: 77 } });
    expect(first.counts.gisNodes).toEqual({ create: 16_978, update: 0, same: 0 });
    expect(second.counts).toMatchObject({ warnings: 0, gisNodes: { create: 0, update: 0, same: 16_978 } });
    expect(first.timings.milliseconds).toBeLessThan(20_000); // under 2 s on a machine that does nothing else
    const kinds = await asSystem((tx) =>
      tx
        .selectFrom('gis_node')
        .select(['kind', ({ fn }) => fn.countAll<string>().as('count')])
        .groupBy('kind')
        .orderBy('kind')
        .execute(),
    );
    expect(kinds).toEqual([
      { kind: 'county', count: '42' },
      { kind: 'loc', count: '13755' },
      { kind: 'uat', count: '3181' },
    ]);
    expect(internalErrors).toEqual([]);
  });
});
