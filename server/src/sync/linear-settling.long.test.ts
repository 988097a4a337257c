import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionOf } from '../database/connection/session.ts';
import { anOrg } from '../testing/factories.ts';
import { asOwner, asSystem, databaseUrl, tellListeners } from '../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear } from '../testing/plans.ts';
import { differences } from './grants.fixture.ts';

await watchPlans(); // before the first connection

const asTests = `select set_config('noa.actor', 'tests', false)`;

/** Records of each kind in the smaller of two orgs: of a few dozen, PostgreSQL takes any index, and is right. */
const few = 500;

/** Connections that have planned when there was nothing, as some of the pool have: one previews changes, one makes them. */
const previewer = await connect();
const changer = await connect();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(sessionOf(databaseUrl, 'owner'));
  client.on('notice', tellListeners);
  await client.connect();
  await client.query(asTests);
  afterAll(() => client.end());
  return client;
}

async function run(client: pg.Client, ...statements: string[]): Promise<void> {
  for (const statement of statements) {
    await client.query(statement);
  }
}

/** Serial numbers are of the whole database. */
let serials = 0;

/** So many cards, access groups, container groups with a container, and apartments behind an entrance each; nothing leads anywhere. */
async function furnish(orgId: string, count: number): Promise<void> {
  const from = (serials += count) - count;
  const org = `'${orgId}'::uuid`;
  const each = `from generate_series(1, ${count}) n`;
  await asOwner(
    asTests,
    `insert into access_group (org_id, name) select ${org}, 'Grup ' || n ${each}`,
    `insert into container_group (org_id, item_number) select ${org}, 'P-' || n ${each}`,
    `insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres)
      select org_id, id, 'C-' || item_number, 'residual', 1100, 30 from container_group where org_id = ${org}`,
    `insert into tower_block (org_id, addr_street) values (${org}, 'Str. Gării')`,
    `insert into entrance (org_id, tower_block_id, addr_sc)
      select org_id, id, n::text from tower_block, generate_series(1, ${count}) n where org_id = ${org}`,
    `insert into apartment (org_id, entrance_id, addr_ap) select org_id, id, '1' from entrance where org_id = ${org}`,
    `insert into card (org_id, kind, serial_number, display_serial_number)
      select ${org}, 'physical', lpad(upper(to_hex(${from} + n)), 8, '0'), 'AAAAAAA' ${each}`,
  );
}

/** The ids of an org's records as SQL: an array that says nothing of how it was found. */
async function idsOf(table: 'access_group' | 'apartment' | 'card' | 'container_group' | 'entrance', orgId: string) {
  const rows = await asSystem((tx) => tx.selectFrom(table).select('id').where('org_id', '=', orgId).execute());
  return `'{${rows.map(({ id }) => id).join()}}'::uuid[]`;
}

/** Everything that changes lists, of all records of an org at once, one change after the other. */
async function changesTo(orgId: string): Promise<Record<string, string>> {
  const groups = await idsOf('access_group', orgId);
  const positions = await idsOf('container_group', orgId);
  const entrances = await idsOf('entrance', orgId);
  const cards = await idsOf('card', orgId);
  const handOut = `insert into apartment_card (org_id, apartment_id, card_id)
    select '${orgId}', a, c from unnest(${await idsOf('apartment', orgId)}, ${cards}) u(a, c)`;
  return {
    'join all groups': `insert into access_group_container_group (org_id, access_group_id, container_group_id)
      select '${orgId}', g, p from unnest(${groups}, ${positions}) u(g, p)`,
    'move entrances apart': `update entrance e set access_group_id = u.g from unnest(${entrances}, ${groups}) u(e, g) where e.id = u.e`,
    'hand cards out': handOut,
    'move entrances together': `update entrance set access_group_id = (${groups})[1] where id = any (${entrances})`,
    'block cards': `update card set status = 'blocked' where id = any (${cards})`,
    'move entrances away': `update entrance set access_group_id = (${groups})[2] where id = any (${entrances})`,
    'open an access group': `update access_group set access_mode = 'open' where id = (${groups})[3]`,
    'close all access groups': `update access_group set access_mode = 'controlled' where id = any (${groups})`,
    'part all groups': `delete from access_group_container_group where org_id = '${orgId}'`,
  };
}

/** A statement of `grant_changes`. */
const isSettling = (statement: string) => statement.includes('due as materialized');

/** One of those above: it has ids in it. */
const isOfThisTest = (statement: string) => /'\{?[0-9a-f]{8}-/.test(statement);

/** What each change costs, its preview included, in a new org of so many records of each kind. */
async function measure(count: number) {
  const { id: orgId } = await anOrg();
  await furnish(orgId, count);
  const found = new Map<string, Awaited<ReturnType<typeof stepsOf>>>();
  for (const [what, change] of Object.entries(await changesTo(orgId))) {
    const steps = await stepsOf(async () => {
      await run(previewer, 'begin', change, 'discard plans', 'select * from grant_effect()', 'rollback'); // as effect.service.ts does
      await run(changer, 'begin', change, 'commit');
    });
    found.set(what, new Map([...steps].filter(([statement]) => !isOfThisTest(statement))));
    if (count === few) {
      expect({ what, settled: [...steps.keys()].some(isSettling) }).toEqual({ what, settled: true });
      expect(await differences()).toEqual([]);
    }
  }
  return found;
}

async function demandLinear(): Promise<void> {
  await measure(1);
  const ofFew = await measure(few);
  const ofMany = await measure(few * 4);

  const worse = [...ofMany].flatMap(([what, steps]) =>
    worseThanLinear(ofFew.get(what) ?? new Map(), steps, 4).map((statement) => ({ what, ...statement })),
  );
  expect(worse).toEqual([]);
}

describe('settling the lists of four times as much does four times as much', () => {
  it('in a database without statistics', demandLinear);

  describe('in an org that is younger than the statistics', () => {
    beforeAll(async () => {
      for (let n = 0; n < 4; n++) {
        await furnish((await anOrg()).id, few * 4);
      }
      await asOwner('analyze');
    });

    it('as well', demandLinear);
  });
});
