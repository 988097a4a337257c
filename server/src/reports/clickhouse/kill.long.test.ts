import { tmpdir } from 'node:os';
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startChdb } from '../../testing/chdb.ts';
import { anOrg } from '../../testing/factories.ts';
import { appUrl } from '../../testing/harness.ts';
import { givenEvents } from '../testing/events.ts';
import { ago, forgetWho } from '../testing/forgetting.ts';
import { ClickHouseEngine } from './clickhouse-engine.ts';
import { both } from './testing/both.ts';
import { expectTrueCells } from './testing/true-cells.ts';

const packages = process.env['CHDB_PATH'];
const chdb = packages === undefined ? undefined : await startChdb(packages);
const eventsUrl = `${chdb?.url}/noa_${randomUUID().replaceAll('-', '')}`;
const quiet = { info: () => undefined, warn: () => undefined };
const engine = new ClickHouseEngine({ dataDir: tmpdir(), databaseUrl: appUrl, eventsUrl, log: quiet });
const fixture = fileURLToPath(new URL('testing/feeding-process.fixture.ts', import.meta.url));

afterAll(async () => {
  await engine.close();
  await chdb?.stop();
});

const kills = Number(process.env['TEST_KILLS'] ?? 40);

describe.skipIf(packages === undefined)('the feed of events into ClickHouse', () => {
  it('loses nothing and counts nothing twice, whenever whoever feeds is killed', { timeout: 600_000 }, async () => {
    const org = await anOrg();
    const begin = () => spawn(process.execPath, [fixture, appUrl, eventsUrl], { stdio: 'ignore' });
    const feeders = [begin(), begin()];
    let left = kills;
    const receive = async () => {
      while (left > 0) {
        await givenEvents(Array.from({ length: randomInt(1, 300) }, (_, litres) => ({ org_id: org.id, litres })));
      }
    };
    const kill = async () => {
      for (; left > 0; left -= 1) {
        await wait(randomInt(200, 1_500));
        const killed = feeders.shift();
        killed?.kill('SIGKILL');
        feeders.push(begin());
        await (killed && once(killed, 'exit'));
      }
    };

    await Promise.all([receive(), kill()]);
    const ended = feeders.map((feeder) => once(feeder, 'exit'));
    feeders.forEach((feeder) => feeder.kill('SIGKILL'));
    await Promise.all(ended);

    const { copied, stored } = await both(engine);
    expect(stored.length).toBeGreaterThan(kills);
    expect(copied).toEqual(stored);
    await expectTrueCells(engine);
  });

  it('leaves nothing on the disk of who was forgotten', { timeout: 60_000 }, async () => {
    const org = await anOrg();
    await givenEvents([{ org_id: org.id, occurred_at: ago(100), card_id: randomUUID(), apartment_id: randomUUID() }]);
    await engine.refresh();
    // An hour would be too long for a test.
    await engine.execute(
      `alter table ${engine.table} modify setting min_age_to_force_merge_seconds = 1, merge_selecting_sleep_ms = 500`,
    );
    await forgetWho(org.id, 30);
    await engine.refresh();

    const onDisk = () =>
      engine.rows(
        `select * from (select countIf(card_id is not null or apartment_id is not null) from ${engine.table}
          where org_id = {p1:String} settings final = 0)`,
        [org.id],
      );
    await expect.poll(onDisk, { timeout: 30_000 }).toEqual([[0]]);
  });
});
