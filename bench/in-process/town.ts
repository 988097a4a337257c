import type pg from 'pg';

/** How many records of each kind go with so many cards; apartments are as many as cards. */
const perCards = { towerBlock: 100, entrance: 25, containerGroup: 200, container: 40, manager: 2_000 } as const;

/** What a town is built for. */
export interface TownOptions {
  /** Three at least, 40 when absent, of very different sizes: the first owns half of all, the second a fifth. */
  readonly orgs?: number;
  /** Of the access groups, 0 to 1, 0.1 when absent: of an open one every card of the org is on its lists. */
  readonly openShare?: number;
  /** False: access groups lead to no container group, and no lock's list is kept; nothing that is listed looks at them. */
  readonly joined?: boolean;
  /** False: PostgreSQL has no statistics of what it holds, as before autovacuum has come by. */
  readonly analyzed?: boolean;
}

/** Statement by statement. Sizes and values follow the row's number, so runs are equal. */
const statements = (
  cards: number,
  { orgs: orgCount = 40, openShare = 0.1, joined = true }: TownOptions,
): readonly (readonly [string, string])[] => {
  const count = (kind: keyof typeof perCards) => Math.max(orgCount, Math.ceil(cards / perCards[kind]));
  const org = (i: string, of: number) => `(array(select id from org order by name_key, id))[case
    when ${i} <= ${of} * 0.5 then 1 when ${i} <= ${of} * 0.7 then 2
    else 3 + (${i} * ${orgCount - 2} / ${of}) % ${orgCount - 2} end]`;
  // The n-th record of a kind, spread so that neighbours in one list are not neighbours in the other.
  const word = (
    i: string,
    salt: number,
  ) => `(array['Unirii','Ștefan cel Mare','Gării','Școlii','Independenței','Mihai Viteazul',
    'Țepeș Vodă','Câmpului','Florilor','Moldovei','Păcii','Tineretului','Victoriei','Libertății','Zorilor','Crângului'])[1 + (${i} * 7919 + ${salt}) % 16]`;
  const all: readonly (readonly [string, string] | false)[] = [
    [
      'orgs',
      `insert into org (name, addr) select 'Primăria ' || i, 'Piața Unirii ' || i from generate_series(1, ${orgCount}) i`,
    ],
    [
      'managers',
      `insert into manager (org_id, name) select ${org('i', count('manager'))}, 'Asociația ' || i
      from generate_series(1, ${count('manager')}) i`,
    ],
    [
      'access groups',
      `insert into access_group (org_id, name, access_mode) select org_id, 'Grup ' || name, case when random() < ${openShare} then 'open' else 'controlled' end
      from manager`,
    ],
    [
      'tower blocks',
      `insert into tower_block (org_id, county, locality, addr_street, addr_nr, addr_bl)
      select ${org('i', count('towerBlock'))}, 'Iași', 'Pașcani', 'Str. ' || ${word('i', 3)} || ' ' || (i / 97), (1 + i % 97)::text,
        chr(65 + i % 20) || (i % 30) from generate_series(1, ${count('towerBlock')}) i`,
    ],
    [
      'entrances',
      `insert into entrance (org_id, tower_block_id, addr_sc, access_group_id, manager_id)
      select t.org_id, t.id, chr(64 + s), g.id, m.id
      from (select *, row_number() over (partition by org_id order by id) as n from tower_block) t
      cross join generate_series(1, 4) s
      left join (select *, row_number() over w as n, count(*) over (partition by org_id) as all_of_org from access_group
        window w as (partition by org_id order by id)) g on g.org_id = t.org_id and g.n = 1 + t.n % g.all_of_org and s < 4
      left join (select *, row_number() over w as n, count(*) over (partition by org_id) as all_of_org from manager
        window w as (partition by org_id order by id)) m on m.org_id = t.org_id and m.n = 1 + t.n % m.all_of_org and s < 4`,
    ],
    [
      'apartments',
      `insert into apartment (org_id, entrance_id, addr_ap, occupier_kind, occupier_name, occupier_first_name,
        occupier_id_number_hash, occupier_id_number_mask)
      select e.org_id, e.id, a::text, k.kind,
        case when k.named then (array['Popa','Popescu','Ionescu','Dumitrescu','Șerban','Țuțea','Stan','Stoica','Gheorghe','Matei',
          'Ciobanu','Rusu','Munteanu','Ștefănescu','Lazăr','Tănase'])[1 + (n.i * 31) % 16] || case when n.i % 3 = 0 then '' else '-' || substr(md5(n.i::text), 1, 4) end end,
        case when k.named then (array['Ana','Ion','Maria','Vasile','Ioana Elena','Mihai','Ștefan','Andrei Cristian'])[1 + (n.i / 3) % 8] end,
        case when k.named then decode(md5(n.i::text), 'hex') end,
        case when k.named then '1••••••••••' || lpad((n.i % 100)::text, 2, '0') end
      from (select *, row_number() over (order by org_id, id) as e from entrance) e
      cross join generate_series(1, ${perCards.entrance}) a
      cross join lateral (select (e.e - 1) * ${perCards.entrance} + a as i) n
      cross join lateral (select n.i % 10 < 8 as named, case when n.i % 40 = 0 then 'business' when n.i % 10 < 8 then 'domestic'
        when n.i % 10 = 8 then 'unknown' else 'unoccupied' end as kind) k
      where n.i <= ${cards}`,
    ],
    [
      'cards',
      `insert into card (org_id, kind, status, serial_number, display_serial_number)
      select ${org('i', cards)}, case when i % 20 = 0 then 'virtual' else 'physical' end,
        case when i % 50 = 0 then 'blocked' when i % 5000 = 1 then 'erased' else 'normal' end,
        lpad(upper(to_hex(v.uid)), 8, '0'),
        (select string_agg(substr('ABCDEFGHIJKLMNOPQRTUWXYZ23456789', 1 + ((v.uid >> (5 * s)) & 31)::int, 1), '' order by s desc)
          from generate_series(0, 6) s)
      from generate_series(1, ${cards}) i cross join lateral (select (i::bigint * 2654435761) % 4294967296 as uid) v`,
    ],
    [
      'apartment cards',
      `insert into apartment_card (org_id, apartment_id, card_id, active, created_at)
      select a.org_id, a.id, c.id, c.n % 10 <> 0, now() - c.n % 1000000 * interval '1 minute'
      from (select org_id, id, row_number() over (partition by org_id order by id) as n from apartment) a
      join (select org_id, id, row_number() over (partition by org_id order by id) as n from card where status <> 'erased') c
        on c.org_id = a.org_id and c.n = a.n`,
    ],
    [
      'container groups',
      `insert into container_group (org_id, item_number, access_mode, addr_street, addr_nr)
      select ${org('i', count('containerGroup'))}, 'P-' || i, case when i % 9 = 0 then 'open' else 'controlled' end,
        'Str. ' || ${word('i', 5)}, (i % 200)::text from generate_series(1, ${count('containerGroup')}) i`,
    ],
    [
      'containers',
      `insert into container (org_id, container_group_id, serial_number, waste_stream, access_mode, size_litres,
        volume_control_litres, addr_street, addr_nr)
      select g.org_id, g.id, 'C-' || g.item_number || '-' || s, (array['biodegradable', 'glass', 'paper_cardboard', 'plastic_metal', 'residual'])[s],
        'controlled', (array[120, 240, 660, 1100])[1 + (g.n + s) % 4], 10 + (g.n * 3 + s) % 50, g.addr_street, g.addr_nr
      from (select *, row_number() over (order by id) as n from container_group) g cross join generate_series(1, 5) s`,
    ],
    [
      'fill levels',
      `insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id)
      select org_id, id, 'fill_level_pct', 'ok', (row_id % 101)::text, now(), row_id from container where row_id % 10 <> 0`,
    ],
    joined && [
      'joined groups',
      `insert into access_group_container_group (org_id, access_group_id, container_group_id)
      select g.org_id, a.id, g.id from (select *, row_number() over (partition by org_id order by id) as n from container_group) g
      join (select *, row_number() over (partition by org_id order by id) as n, count(*) over (partition by org_id) as all_of_org from access_group) a
        on a.org_id = g.org_id and a.n = 1 + g.n % a.all_of_org`,
    ],
  ];
  return all.filter((statement) => statement !== false);
};

/** The indexes that big tables have for the order of lists and for words alone, as statements that make them. */
const listIndexes = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  where i.indrelid in ('apartment'::regclass, 'card'::regclass, 'apartment_card'::regclass) and not i.indisunique
    and pg_get_indexdef(i.indexrelid) ~ '(\\(org_id, \\w+, id\\)$| USING gin )'`;

/**
 * Fills an empty, migrated database with a town of `cards` cards and as many apartments, statement by statement. Indexes that
 * only lists read are made at the end: row by row they would take three quarters of the time.
 */
export async function buildTown(
  client: pg.Client,
  cards: number,
  say: (line: string) => void,
  options: TownOptions,
): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(listIndexes);
  const steps: (readonly [string, string])[] = [
    ...indexes.rows.map(({ name }) => ['', `drop index ${name}`] as const),
    ...statements(cards, options),
    ['', `set maintenance_work_mem = '512MB'`],
    ...indexes.rows.map(({ name, definition }) => [`index ${name}`, definition] as const),
    ['', 'reset maintenance_work_mem'],
    ...(options.analyzed === false ? [] : [['statistics', 'vacuum analyze'] as const]),
  ];
  const began = performance.now();
  await client.query(`select set_config('noa.actor', 'bench', false)`);
  for (const [what, statement] of steps) {
    const start = performance.now();
    const { rowCount } = await client.query(statement);
    if (what) {
      say(`${what}: ${rowCount ?? ''} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  }
  say(`town: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
