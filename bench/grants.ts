/**
 * `node bench/grants.ts [--cards 100000]`: a town of so many cards and 1,000 container groups in a PostgreSQL that is thrown
 * away; how long the server takes to answer a lock after one change, to move an entrance of 40 apartments, and to open and
 * close an access group of 10,000 cards, each through the API; then the lists are compared with the definition.
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openTown } from './in-process/database.ts';
import { median, openServer, type Run } from './in-process/server.ts';

const { values } = parseArgs({ options: { cards: { type: 'string', default: '100000' } } });
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Subject {
  org_id: string;
  near: string;
  far: string;
  wide: string;
  entrance_id: string;
  container_id: string;
  card_id: string;
  big_container_id: string;
}

/**
 * In the town's second org, whose cards are a fifth of all: an entrance of 40 apartments with a card each, and an access group
 * with 10,000 cards; each of the groups it is about has two container groups of its own.
 */
const subject = `
with o as (select id as org_id from org order by name_key, id offset 1 limit 1),
groups as (
  insert into access_group (org_id, name) select org_id, n from o, unnest(array['near', 'far', 'wide']) n returning *),
containers as (
  insert into container_group (org_id, item_number) select g.org_id, g.name || ' ' || n from groups g, generate_series(1, 2) n
  returning *),
made as (
  insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres, card_capacity)
  select org_id, id, 'B-' || item_number, 'residual', 1100, 30, 100000 from containers returning *),
joined as (
  insert into access_group_container_group (org_id, access_group_id, container_group_id)
  select g.org_id, g.id, c.id from groups g join containers c on c.item_number like g.name || ' %' returning 1)
select (select org_id from o), (select count(*) from joined),
  (select id from groups where name = 'near') as near, (select id from groups where name = 'far') as far,
  (select id from groups where name = 'wide') as wide,
  (select id from made where serial_number = 'B-near 1') as container_id,
  (select id from made where serial_number = 'B-wide 1') as big_container_id`;

async function prepare(client: pg.Client): Promise<Subject> {
  await client.query(`select set_config('noa.actor', 'bench', false)`);
  // As many container groups again: the town has one for 200 cards.
  await client.query(`
    insert into container_group (org_id, item_number)
    select org_id, 'X-' || row_number() over () from container_group`);
  const { rows } = await client.query(subject);
  const { org_id, near, wide } = rows[0];
  const entrances = await client.query(
    `update entrance set access_group_id = $2 where id in (
      select e.id from entrance e where e.org_id = $1 order by e.id limit 1) returning id`,
    [org_id, near],
  );
  const entrance_id = entrances.rows[0].id;
  await client.query(
    `with chosen as (
      select a.id, row_number() over (order by a.entrance_id = $2 desc, a.id) as n from apartment a
      where a.org_id = $1 and exists (
        select from apartment_card h where h.org_id = a.org_id and h.apartment_id = a.id and h.active))
    update apartment a set entrance_id = $2, addr_ap = 'B' || c.n from chosen c where c.id = a.id and c.n <= 40`,
    [org_id, entrance_id],
  );
  await client.query(
    `update entrance set access_group_id = $2 where org_id = $1 and id <> $3 and id in (
      select id from (
        select e.id, sum(count(h.card_id)) over (order by e.id) as cards
        from entrance e join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
        left join apartment_card h on h.org_id = a.org_id and h.apartment_id = a.id and h.active
        where e.org_id = $1 group by e.id) t
      where cards <= 10000)`,
    [org_id, wide, entrance_id],
  );
  const cards = await client.query(
    `select h.card_id from apartment_card h join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
    join card c on c.org_id = h.org_id and c.id = h.card_id and c.status = 'normal'
    where a.entrance_id = $1 and h.active limit 1`,
    [entrance_id],
  );
  await client.query('vacuum analyze');
  return { ...rows[0], entrance_id, card_id: cards.rows[0].card_id };
}

const Sync = `query ($id: ID!, $after: String) {
  cardsToSync(containerId: $id, after: $after, first: 2000) { mode cards { serialNumber action } version hasMore checksum }
}`;
interface Answer {
  cardsToSync: { mode: string; cards: unknown[]; version: string; hasMore: boolean; checksum: string };
}

/** Follows a list to its end. */
async function follow(gateway: Run, id: string): Promise<{ version: string; size: number }> {
  let after: string | null = null;
  for (let size = 0; ;) {
    const { cardsToSync }: Answer = (await gateway(Sync, { id, after })).data as never;
    size += cardsToSync.cards.length;
    after = cardsToSync.version;
    if (!cardsToSync.hasMore) {
      return { version: after, size };
    }
  }
}

/** Milliseconds of computing so far, here and in PostgreSQL's processes: what a measurement costs on a machine with nothing else to do. */
async function computed(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  );
  const { user, system } = process.cpuUsage();
  let ticks = 0;
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return (user + system) / 1_000 + ticks * 10;
}

/** Deltas that are not measured: locks ask a server that has answered others, on connections that know the statements. */
const warming = 100;
const measured = 50;

const table: { what: string; median: number; slowest: number; computing: number; limit: number; size: string }[] = [];

/** @param computing - milliseconds for each of the times, with what was done between them. */
function note(what: string, times: readonly number[], computing: number, limit: number, size: string): void {
  table.push({ what, median: median(times), slowest: Math.max(...times), computing, limit, size });
}

// Access groups are opened one at a time here: an open one puts every card of its org on its lists.
const town = await openTown(Number(values.cards), say, { openShare: 0 });
const client = new pg.Client({ connectionString: town.url });
await client.connect();
try {
  const { entrance_id, near, far, wide, card_id, container_id, big_container_id } = await prepare(client);
  const counts = await client.query(
    `select (select count(*) from card)::int as cards, (select count(*) from container_group)::int as groups,
      (select count(*) from card_grant)::int as entries`,
  );
  say(`cards, container groups, entries of lists: ${Object.values(counts.rows[0]).join(', ')}`);
  const server = await openServer(town.url);
  const root = server.callers.get('everything') as Run;
  const versionOf = async (kind: string, id: string) =>
    ((await root(`query ($id: ID!) { it: ${kind}(id: $id) { rowId } }`, { id })).data as { it: { rowId: string } }).it
      .rowId;
  const moveCard = async (move: string) =>
    root(`mutation ($id: ID!, $rowId: ID!) { ${move}(id: $id, rowId: $rowId) { rowId } }`, {
      id: card_id,
      rowId: await versionOf('card', card_id),
    });

  for (const [name, id] of [
    ['a delta after one change', container_id],
    ['the same in a list of 10,000', big_container_id],
  ] as const) {
    let { version, size } = await follow(server.gateway, id);
    const times: number[] = [];
    let computing = 0;
    for (let round = 0; round < warming + measured; round += 1) {
      if (id === container_id) {
        await moveCard(round % 2 === 0 ? 'blockCard' : 'unblockCard');
      } else {
        await client.query(
          `update card set status = case status when 'normal' then 'blocked' else 'normal' end where id = (
            select card_id from card_grant where container_group_id = (select container_group_id from container where id = $1)
              and action <> 'forget' order by card_id offset $2 limit 1)`,
          [id, round],
        );
      }
      const before = await computed(client);
      const { ms, data } = await server.gateway(Sync, { id, after: version });
      computing += (await computed(client)) - before;
      const { cardsToSync } = data as unknown as Answer;
      if (cardsToSync.mode !== 'delta' || cardsToSync.cards.length !== 1) {
        throw new Error(`Expected a delta of one card: ${JSON.stringify(cardsToSync)}`);
      }
      version = cardsToSync.version;
      times.push(ms);
    }
    note(name, times.slice(warming), computing / (warming + measured), 10, `${size} cards`);
  }

  const moves: number[] = [];
  let before = await computed(client);
  for (let round = 0; round < 12; round += 1) {
    const { ms } = await root(
      'mutation ($id: ID!, $rowId: ID!, $to: ID!) { updateEntrance(id: $id, rowId: $rowId, input: { accessGroupId: $to }) { id } }',
      { id: entrance_id, rowId: await versionOf('entrance', entrance_id), to: round % 2 === 0 ? far : near },
    );
    moves.push(ms);
  }
  note(
    'moving an entrance',
    moves.slice(2),
    ((await computed(client)) - before) / 12,
    100,
    '40 apartments, 2 + 2 container groups',
  );

  const previews: number[] = [];
  before = await computed(client);
  for (let round = 0; round < 10; round += 1) {
    const change = {
      updateEntrance: {
        id: entrance_id,
        rowId: await versionOf('entrance', entrance_id),
        input: { accessGroupId: far },
      },
    };
    const { ms } = await root(
      'query ($change: EffectInput!) { previewEffect(change: $change) { gainingCards losingCards gainedContainers } }',
      { change },
    );
    previews.push(ms);
  }
  note('the preview of it', previews.slice(2), ((await computed(client)) - before) / 10, 100, '40 apartments');

  const toggles: number[] = [];
  before = await computed(client);
  for (let round = 0; round < 6; round += 1) {
    const { ms } = await root(
      'mutation ($id: ID!, $rowId: ID!, $mode: AccessMode!) { updateAccessGroup(id: $id, rowId: $rowId, input: { accessMode: $mode }) { id } }',
      { id: wide, rowId: await versionOf('accessGroup', wide), mode: round % 2 === 0 ? 'open' : 'controlled' },
    );
    toggles.push(ms);
  }
  note(
    'opening and closing an access group',
    toggles,
    ((await computed(client)) - before) / 6,
    2_000,
    '10,000 cards of its own, 20,000 of the org, 2 container groups',
  );

  const began = performance.now();
  const { rows } = await client.query('select count(*)::int as count from grant_differences()');
  say(
    `comparing all lists with the definition: ${((performance.now() - began) / 1_000).toFixed(1)} s, ${rows[0].count} differences`,
  );
  await server.close();

  say(
    `load: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  for (const { what, size, limit, ...ms } of table) {
    const verdict = ms.median < limit ? 'ok' : 'TOO SLOW';
    say(
      `${what.padEnd(36)} median ${ms.median.toFixed(1).padStart(7)} ms, slowest ${ms.slowest.toFixed(1).padStart(7)} ms, computing ${ms.computing.toFixed(1).padStart(6)} ms, limit ${limit} ms: ${verdict} (${size})`,
    );
  }
  process.exitCode = rows[0].count === 0 && table.every((row) => row.median < row.limit) ? 0 : 1;
} finally {
  await client.end();
  await town.close();
}
