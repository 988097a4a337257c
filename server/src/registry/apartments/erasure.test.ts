import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Row } from '../../database/tables.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { aCard, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { cancelImport, csv, importFile, mapImport, settled, startImport } from '../../import/import.fixture.ts';
import { asOwner, asSystem, databaseUrl, db, signIn, type Caller } from '../../testing/harness.ts';

/** Names and numbers that nobody has: wherever one turns up after it was erased, it has been forgotten there. */
const canary = { name: 'Zgribințeanu', firstName: 'Filofteia', idNumber: '2960229410017' };
const whole = `${canary.firstName} ${canary.name}`;
/** How it may stand somewhere, in lower case and without diacritics; addresses and bytes included. */
const traces = [
  'zgribin',
  canary.idNumber,
  Buffer.from('gribin').toString('hex'),
  Buffer.from(canary.idNumber).toString('hex'),
];

const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
  updateApartment(id: $id, rowId: $rowId, input: $input) { rowId }
}`;
const Erase = `mutation ($id: ID!, $rowId: ID!, $formerOnly: Boolean!) {
  eraseOccupier(id: $id, rowId: $rowId, purpose: "cerere 12/2026", formerOnly: $formerOnly)
}`;

const root = await signIn(['root']);
const owner = new pg.Client({ connectionString: databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

/** Tables of which a row holds the canary, in whatever column. */
async function holding(): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select 1 from ${name} t where fold(t::text) like any ($1) limit 1`, [
      traces.map((trace) => `%${trace}%`),
    ]);
    if (rowCount) {
      found.push(name.replace('public.', ''));
    }
  }
  return found;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface Town {
  org: Row<'org'>;
  apartment: { id: string; rowId: string };
  neighbour: Row<'apartment'>;
  card: Row<'card'>;
  implementer: Caller;
}

/** A town with an apartment whose occupier is the canary, named wherever somebody may have. */
async function aTown(): Promise<Town> {
  const org = await anOrg();
  const entrance = await anEntrance({ org_id: org.id });
  const { id, row_id } = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const neighbour = await anApartment({
    org_id: org.id,
    entrance_id: entrance.id,
    occupier_kind: 'domestic',
    occupier_name: 'Vecin',
    occupier_first_name: 'Ion',
  });
  const card = await aCard({ org_id: org.id, apartment: { id } });
  const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  const input = {
    occupierKind: 'domestic',
    occupierName: canary.name,
    occupierFirstName: canary.firstName,
    occupierIdNumber: canary.idNumber,
  };
  const { data, errors } = await implementer.run(Update, { id, rowId: row_id, input });
  expect(errors).toBeUndefined();
  const town = { org, apartment: { id, rowId: data.updateApartment.rowId as string }, neighbour, card, implementer };
  await name(town);
  return town;
}

const contentOf = (...ids: readonly string[]) =>
  JSON.stringify({
    report: 'usage',
    rows: ids.map((id) => [id, 3]),
    labels: ids.map((value) => ({ value, text: 'ap.' })),
  });

/** Names the canary in each place where people write, or where Noa keeps what was once said of an apartment. */
async function name({ org, apartment, neighbour, card, implementer }: Town): Promise<void> {
  // A card of the apartment, and one that nobody holds.
  for (const { id, row_id: rowId } of [card, await aCard({ org_id: org.id })]) {
    const blocked = await implementer.run(
      'mutation ($id: ID!, $rowId: ID!, $reason: String) { blockCard(id: $id, rowId: $rowId, reason: $reason) { id } }',
      { id, rowId, reason: `pierdut de ${whole}` },
    );
    expect(blocked.errors).toBeUndefined();
  }
  // Of a file that was applied, one that was given up, and two of which nobody has said yet: two without a header.
  const rows = ['Strada A,1,B1,S,4', 'Strada A,2,B2,S,4'].map((row) => `${row},${canary.name},${canary.firstName}`);
  const list = csv('Strada,Nr,Bloc,Scări,Apartamente,Nume,Prenume', ...rows);
  const upload = { orgId: org.id };
  expect(await importFile(root, list, upload)).toMatchObject({ state: 'applied' });
  const given = await startImport(root, csv(...rows), { ...upload, headerRow: 1 });
  const { occupierName, occupierFirstName } = { occupierName: canary.name, occupierFirstName: canary.firstName };
  const meant = { street: 'Strada A', block: 'B1', entrance: 'S', apartment: '4', occupierName, occupierFirstName };
  expect((await mapImport(root, given.data.startImport.id, meant)).errors).toBeUndefined();
  await settled(root, given.data.startImport.id);
  await cancelImport(root, given.data.startImport.id);
  expect((await startImport(root, list, upload)).errors).toBeUndefined();
  expect((await startImport(root, csv(...rows), { ...upload, headerRow: 1 })).errors).toBeUndefined();
  const [job, operator] = [randomUUID(), await anOrg()];
  const served = { org_id: org.id, apartment_id: apartment.id, serving_org_id: operator.id };
  await asSystem((tx) => tx.insertInto('apartment_org').values(served).execute());
  const account = '(select id from account limit 1)';
  const kept = (title: string, content: string, namedFrom: string) =>
    `insert into kept_report (org_ids, all_orgs, who_org_ids, who_all, account_id, kept_by, kept_at, report, title, row_count, named_from,
       content, hash)
     values ('{${org.id}}', false, '{}', false, ${account}, 'x', now(), 'usage', ${quoted(title)}, 1, ${namedFrom}, ${quoted(content)},
       sha256(convert_to(${quoted(content)}, 'UTF8')))`;
  const view = (columns: string, values: string, title: string, search: string) =>
    `insert into saved_view (${columns}, kind, name, search, hidden_columns)
     values (${values}, 'apartments', ${quoted(title)}, ${quoted(search)}, '{}')`;
  await asOwner(
    kept('Lunar', contentOf(apartment.id), 'now()'),
    kept('După card', contentOf(card.id), 'now()'),
    kept(`Pentru ${whole}`, contentOf(), 'null'),
    kept('Al vecinilor', contentOf(neighbour.id), 'now()'),
    view('org_id', `'${org.id}'`, 'Scara A', 'q=filofteia+zgribin%C8%9Beanu'),
    view('org_id', `'${operator.id}'`, 'Scara A', 'q=filofteia+zgribin%C8%9Beanu'),
    view('account_id', account, `${canary.name} ${canary.firstName} ${org.id.slice(-8)}`, 'q=A%2F4'),
    view('account_id', account, `Alta ${org.id.slice(-8)}`, 'q=%FF%zz'),
    `insert into import_job (org_id, id, kind, file_name, content, format, mapping, state, created_by)
     values ('${org.id}', '${job}', 'buildings', ${quoted(`lista ${whole}.csv`)}, '\\x00', '{}', '{}', 'failed', 'x')`,
    ...[canary.name, `${whole}, et. 2`, canary.idNumber, 'parter'].map(
      (value, index) => `insert into import_problem (org_id, job_id, position, row_number, field, value, reason)
        values ('${org.id}', '${job}', ${index}, 1, 'addrSc', ${quoted(value)}, 'form.tooLong')`,
    ),
    `insert into bulk_job (org_id, action, reason, state, starter_id, starter_roles, total, created_by, finished_at)
     values ('${org.id}', 'block_cards', ${quoted(`cererea ${whole}`)}, 'done', ${account}, '{}', 0, 'x', now())`,
    `insert into card_request (org_id, apartment_id, serial_number, display_serial_number, state, reason,
       requested_by, updated_by)
     values ('${org.id}', '${apartment.id}', 'A1B2C3D4', 'ABCDEFG', 'refused', ${quoted(`${whole} are deja`)}, 'x', 'x')`,
  );
}

const left = (orgId: string, table: string, column: string): Promise<unknown[]> =>
  owner
    .query<{ value: unknown }>(`select ${column} as value from ${table} where org_id = $1 order by 1`, [orgId])
    .then(({ rows }) => rows.map(({ value }) => value));

describe('erasing an occupier', () => {
  let town: Town;
  beforeAll(async () => {
    town = await aTown();
  });

  it('finds the name and the number in many places before', async () => {
    expect(await holding()).toEqual(
      expect.arrayContaining([
        'apartment',
        'saved_view',
        'import_problem',
        'import_job',
        'bulk_job',
        'card_request',
        'kept_report',
      ]),
    );
  });

  it('leaves them in no column of any table', async () => {
    const { errors } = await town.implementer.run(Erase, { ...town.apartment, formerOnly: false });

    expect(errors).toBeUndefined();
    expect(await holding()).toEqual([]);
  });

  it('takes kept reports that name the apartment or its card, and no other', async () => {
    const { rows } = await owner.query<{ title: string }>('select title from kept_report where $1 = any (org_ids)', [
      town.org.id,
    ]);

    expect(rows.map(({ title }) => title)).toEqual(['Al vecinilor']);
  });

  it('leaves what others wrote, and the neighbours', async () => {
    expect(await left(town.org.id, 'import_problem', 'value')).toEqual(['parter', null, null, null]);
    expect(await left(town.org.id, 'import_job', 'file_name')).toEqual(['-', ...Array(4).fill('blocuri.csv')]);
    const { rows } = await owner.query('select from saved_view where name = $1', [`Alta ${town.org.id.slice(-8)}`]);
    expect(rows).toHaveLength(1);
    expect(
      await asSystem((tx) =>
        tx.selectFrom('apartment').select('occupier_name').where('id', '=', town.neighbour.id).executeTakeFirst(),
      ),
    ).toEqual({ occupier_name: 'Vecin' });
  });
});

it('erasing those before leaves who lives there now, and what names them', async () => {
  const { org, apartment, implementer } = await aTown();
  const moved = await implementer.run(Update, {
    id: apartment.id,
    rowId: apartment.rowId,
    input: { occupierName: 'Nou', occupierFirstName: 'Venit', occupierIdNumber: null },
  });
  await asOwner(
    `insert into bulk_job (org_id, action, reason, state, starter_id, starter_roles, total, created_by, finished_at)
     values ('${org.id}', 'block_cards', 'cererea lui Venit Nou', 'done', (select id from account limit 1), '{}', 0, 'x', now())`,
  );

  const { errors } = await implementer.run(Erase, {
    id: apartment.id,
    rowId: moved.data.updateApartment.rowId,
    formerOnly: true,
  });

  expect(errors).toBeUndefined();
  expect(await holding()).toEqual([]);
  expect(await left(org.id, 'bulk_job', 'reason')).toEqual(['cererea lui Venit Nou', null]);
  expect((await left(org.id, 'apartment', 'occupier_name')).filter((name) => name !== null)).toEqual(['Nou', 'Vecin']);
});

describe('who left longer ago than the org keeps former occupiers', () => {
  /** An apartment whose occupiers of before left so many months ago. */
  async function withPast(...past: readonly (readonly [name: string, monthsAgo: number])[]) {
    const org = await anOrg();
    const apartment = await anApartment({
      org_id: org.id,
      occupier_kind: 'domestic',
      occupier_name: 'Acum',
      occupier_first_name: 'A',
    });
    for (const [former, months] of past) {
      await asOwner(
        `insert into apartment_history select (jsonb_populate_record(null::apartment_history, to_jsonb(a) || jsonb_build_object(
           'row_id', nextval('row_id'), 'occupier_name', '${former}', 'valid_from', now() - interval '${months + 1} months',
           'valid_to', now() - interval '${months} months'))).* from apartment a where id = '${apartment.id}'`,
      );
    }
    const names = async () =>
      (await left(org.id, 'apartment_history', 'occupier_name')).filter((each) => each !== null);
    return { org, names };
  }

  it('is emptied out of history, and nobody else', async () => {
    const { names } = await withPast(['Plecat', 37], ['Recent', 35], ['Acum', 50], ['Revenit', 60], ['Revenit', 20]);

    await forgetDue(db);

    expect(await names()).toEqual(['Acum', 'Recent', 'Revenit', 'Revenit']);
  });

  it('follows the setting', async () => {
    const { org, names } = await withPast(['Recent', 35], ['Ieri', 3]);
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ personal_data_retention_months: 12 }).where('org_id', '=', org.id).execute(),
    );

    await forgetDue(db);

    expect(await names()).toEqual(['Ieri']);
  });
});

it('a file that nobody applied in a month is given up, and what stood in its wrong rows goes', async () => {
  const { org } = await aTown();
  await asOwner(`update import_job set created_at = now() - interval '31 days' where org_id = '${org.id}'`);

  await forgetDue(db);

  expect(
    await asSystem((tx) =>
      sql`select distinct content, finished_at is null as is_open, coalesce(format -> 'preview', '[]') as preview,
        coalesce(format -> 'header', '[]') as header, mapping from import_job where org_id = ${org.id}`.execute(tx),
    ).then(({ rows }) => rows),
  ).toEqual([{ content: null, is_open: false, preview: [], header: [], mapping: {} }]);
  expect(await left(org.id, 'import_problem', 'value')).toEqual([null, null, null, null]);
});
