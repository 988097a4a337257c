import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChdb, type Chdb } from '../../testing/chdb.ts';
import { anOrg } from '../../testing/factories.ts';
import { appUrl } from '../../testing/harness.ts';
import { grownOld, move } from '../testing/cold-months.ts';
import { coldStore, dataDir, givenEvents, type GivenEvent } from '../testing/events.ts';
import { ClickHouseEngine } from './clickhouse-engine.ts';

const packages = process.env['CHDB_PATH'];
const org = await anOrg();

let chdb: Chdb | undefined;
const opened: ClickHouseEngine[] = [];
beforeAll(async () => {
  chdb = packages === undefined ? undefined : await startChdb(packages);
});
afterAll(async () => {
  await Promise.all(opened.map((engine) => engine.close()));
  await chdb?.stop();
});

/** One with a copy of the events of its own. */
function anEngine(): ClickHouseEngine {
  const engine = new ClickHouseEngine({
    dataDir,
    coldStore,
    databaseUrl: appUrl,
    eventsUrl: `${chdb?.url}/noa_${randomUUID().replaceAll('-', '')}`,
    log: { info: () => undefined, warn: () => undefined },
  });
  opened.push(engine);
  return engine;
}

const events = (number: number, given: Partial<GivenEvent>) =>
  givenEvents(Array.from({ length: number }, (_, index) => ({ org_id: org.id, litres: index, ...given })));

async function heldBy(engine: ClickHouseEngine) {
  await engine.refresh();
  return engine.rows(`select * except fed from ${engine.table} order by id`);
}

describe.skipIf(packages === undefined)('months outside the database', () => {
  it('are copied into ClickHouse as it had them when they lay in the database', async () => {
    const block = () => ({ entrance_id: randomUUID(), tower_block_id: randomUUID(), access_group_id: randomUUID() });
    await events(4, { occurred_at: '2025-03-30T00:59:59.999999Z', ...block(), container_id: randomUUID() });
    await events(3, { occurred_at: '2025-03-30T01:00:00Z', waste_stream: 'glass', failed_attempt: true });
    await grownOld();
    const live = anEngine();
    const before = await heldBy(live);

    expect(await move()).toBeGreaterThan(0);

    expect(await heldBy(live)).toEqual(before);
    expect(await heldBy(anEngine())).toEqual(before);
    expect(before.length).toBeGreaterThan(6);
  });
});
