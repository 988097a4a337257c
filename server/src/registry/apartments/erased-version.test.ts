import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { idNumberKind } from '@noa/domain/codes/id-number.ts';
import { importFile, settled } from '../../import/import.fixture.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { anApartment, anEntrance, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asOwner, asSystem, dataKeys, db, signIn, type Answer } from '../../testing/harness.ts';
import { IdNumberVault } from './id-number-vault.ts';

const root = await signIn(['root']);

/** Twelve digits with the check digit that belongs to them. */
const cnp = (digits: string) =>
  Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find((number) => idNumberKind(number) === 'cnp') ?? '';
const [formerNumber, presentNumber] = [cnp('196050522123'), cnp('296050522123')];

const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
  updateApartment(id: $id, rowId: $rowId, input: $input) { rowId }
}`;
const Erase = `mutation ($id: ID!, $rowId: ID!, $formerOnly: Boolean!) {
  eraseOccupier(id: $id, rowId: $rowId, purpose: "cerere 12/2026", formerOnly: $formerOnly)
}`;
const Restore = `mutation ($id: ID!, $rowId: ID!, $version: ID!) {
  restoreVersion(kind: "apartment", id: $id, rowId: $rowId, version: $version) { rowId fields { name oldValue newValue } }
}`;
const Undo = 'mutation ($id: ID!) { undoImport(id: $id) { id } }';
const History = `query ($id: ID!) { history(kind: "apartment", id: $id) { nodes { rowId erasedFields } } }`;

const former = {
  occupierKind: 'business',
  occupierName: 'Fost SRL',
  occupierFirstName: null,
};
const present = {
  occupierKind: 'domestic',
  occupierName: 'Prezent',
  occupierFirstName: 'Ana',
  occupierIdNumber: presentNumber,
};
const erasedFields = ['occupierKind', 'occupierName', 'occupierFirstName', 'occupierIdNumber'];

interface Home {
  readonly orgId: string;
  readonly id: string;
  /** The version that is to say nothing of its occupier any more. */
  readonly older: string;
  /** The current version. */
  readonly newest: string;
}

async function change({ id }: Pick<Home, 'id'>, rowId: string, input: object): Promise<string> {
  const { data, errors } = await root.run(Update, { id, rowId, input });
  expect(errors).toBeUndefined();
  return data.updateApartment.rowId;
}

const rowOf = ({ id }: Pick<Home, 'id'>) =>
  asSystem((tx) => tx.selectFrom('apartment').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

/** An apartment that somebody left, and whose number was changed when somebody moved in. */
async function aHome(): Promise<Home> {
  const org = await anOrg();
  const block = await aTowerBlock({ org_id: org.id, addr_street: 'Str. Macilor', addr_nr: '4', addr_bl: 'A' });
  const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'A' });
  const { id, row_id } = await anApartment({ org_id: org.id, entrance_id: entrance.id, addr_ap: '1' });
  const older = await change({ id }, row_id, former);
  return { orgId: org.id, id, older, newest: await change({ id }, older, { ...present, addrAp: '2' }) };
}

const erase = async ({ id, newest }: Home, formerOnly: boolean) => {
  const { errors } = await root.run(Erase, { id, rowId: newest, formerOnly });
  expect(errors).toBeUndefined();
  return (await rowOf({ id })).row_id;
};

/** All ways in which a version loses its occupier; each gives the current version that comes of it. */
const ways: Readonly<Record<string, (home: Home) => Promise<Home>>> = {
  'those before were erased': async (home) => ({ ...home, newest: await erase(home, true) }),
  'all were erased, and somebody moved in': async (home) => {
    const newest = await erase(home, false);
    return { ...home, newest: await change(home, newest, present) };
  },
  'the term was over': async (home) => {
    await asOwner(
      `update apartment_history set valid_from = valid_from - interval '50 months', valid_to = valid_to - interval '40 months'
       where id = '${home.id}'`,
    );
    await forgetDue(db);
    return home;
  },
  'the import that said it was undone': async (home) => {
    const addressed = await change(home, home.newest, { addrAp: '1' });
    const rows = `strada;nr;bloc;scara;apartament;tip ocupant;nume;cui\nStr. Macilor;4;A;A;1;persoană juridică;Altul SRL;14399840\n`;
    const { id } = await importFile(root, rows, { orgId: home.orgId });
    const { row_id: older } = await rowOf(home);
    expect(older).not.toBe(addressed);
    expect((await root.run(Undo, { id })).errors).toBeUndefined();
    await settled(root, id);
    const { row_id } = await rowOf(home);
    return { ...home, older, newest: await change(home, row_id, { addrAp: '2' }) };
  },
};

describe.each(Object.entries(ways))('a version that lost its occupier because %s', (_why, empty) => {
  it('says in history that it did, and no other version does', async () => {
    const { id, older } = await empty(await aHome());

    const { nodes } = (await root.run(History, { id })).data.history as {
      nodes: { rowId: string; erasedFields: string[] }[];
    };
    expect(nodes.find(({ rowId }) => rowId === older)?.erasedFields).toEqual(erasedFields);
    expect(nodes[0]?.erasedFields).toEqual([]);
  });

  it('is restored but for its occupier: who lives there now stays', async () => {
    const home = await empty(await aHome());
    const before = await rowOf(home);

    const { data, errors } = await root.run(Restore, { id: home.id, rowId: home.newest, version: home.older });

    expect(errors).toBeUndefined();
    expect(data.restoreVersion.fields).toEqual([{ name: 'addrAp', oldValue: '2', newValue: '1' }]);
    const { row_id: _row, valid_from: _from, updated_by: _by, ...same } = before;
    const after = await rowOf(home);
    expect(after).toMatchObject({ ...same, addr_ap: '1', addr_ap_key: after.addr_ap_key });
    expect(new IdNumberVault(dataKeys).open(after.occupier_id_number_cipher ?? Buffer.of(), after)).toBe(presentNumber);
  });

  it('is refused, and why, where it says nothing else', async () => {
    const home = await empty(await aHome());
    const newest = await change(home, home.newest, { addrAp: '1' });

    const { errors } = await root.run(Restore, { id: home.id, rowId: newest, version: home.older });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { version: 'restore.erased' } }]);
    expect(await rowOf(home)).toMatchObject({ row_id: newest, occupier_name: 'Prezent' });
  });
});

it.each(Object.entries(ways))(
  'a version that had lost its occupier before such were marked is marked: %s',
  async (_why, empty) => {
    const { id, older } = await empty(await aHome());
    const file = new URL('../../database/migrations/2026-12-03-40-erased-versions.sql', import.meta.url);
    const [, backfill = ''] = (await readFile(file, 'utf8')).split('-- What was emptied before');
    await asOwner('update apartment_history set occupier_erased = false');

    await asOwner(`-- ${backfill}`);

    const { nodes } = (await root.run(History, { id })).data.history as {
      nodes: { rowId: string; erasedFields: [] }[];
    };
    expect(nodes.filter((version) => version.erasedFields.length > 0)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ rowId: older })]) as object,
    );
    expect(nodes[0]?.erasedFields).toEqual([]);
  },
);

it('a version that is erased while it is restored stays erased: nobody who left is written again', async () => {
  const home = await aHome();
  const restoring = Promise.withResolvers<Answer>();
  await asSystem(async (tx) => {
    await sql`select from apartment where id = ${home.id} for update`.execute(tx);
    const { id, newest: rowId, older: version } = home;
    root.run(Restore, { id, rowId, version }).then(restoring.resolve, restoring.reject);
    await untilAwaited(1);
    await sql`select erase_occupier_versions(${home.orgId}, ${id})`.execute(tx);
  });

  const { errors } = await restoring.promise;

  expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { version: 'restore.erased' } }]);
  expect(await rowOf(home)).toMatchObject({ row_id: home.newest, occupier_name: 'Prezent' });
});

it('a version that never had an occupier is restored as it was', async () => {
  const { id, older } = await aHome();
  const none = { occupierKind: 'unknown', occupierName: null, occupierFirstName: null, occupierIdNumber: null };
  const empty = await change({ id }, (await rowOf({ id })).row_id, none);
  const newest = await change({ id }, empty, { ...present, occupierIdNumber: formerNumber });

  const { errors } = await root.run(Restore, { id, rowId: newest, version: empty });

  expect(errors).toBeUndefined();
  expect(await rowOf({ id })).toMatchObject({ occupier_kind: 'unknown', occupier_name: null });
  expect(older).not.toBe(empty);
});

it.each([null, 'Popescu'])(
  'the ID number of who left goes with the term, also where those there now are called the same (%s)',
  async (occupierName) => {
    const { orgId, id } = await aHome();
    const lives = { occupierKind: 'domestic', occupierName, occupierFirstName: null };
    const older = await change({ id }, (await rowOf({ id })).row_id, { ...lives, occupierIdNumber: formerNumber });
    const own = await change({ id }, older, { ...lives, occupierIdNumber: presentNumber });
    await change({ id }, own, { addrAp: '9' });
    await asOwner(
      `update apartment_history set valid_from = valid_from - interval '50 months', valid_to = valid_to - interval '40 months'
       where id = '${id}'`,
    );

    await forgetDue(db);

    const kept = await asSystem((tx) =>
      sql<{
        row_id: string;
        occupier_name: string | null;
        cipher: Buffer | null;
        mask: string | null;
        hash: Buffer | null;
      }>`
        select row_id, occupier_name, occupier_id_number_cipher as cipher, occupier_id_number_mask as mask, occupier_id_number_hash as hash
        from apartment_version where org_id = ${orgId} and id = ${id} and row_id in (${older}, ${own}) order by row_id`.execute(
        tx,
      ),
    );
    expect(kept.rows).toMatchObject([
      { row_id: older, occupier_name: occupierName, cipher: null, mask: null, hash: null },
      { row_id: own, occupier_name: occupierName, mask: '2••••••••••' + presentNumber.slice(-2) },
    ]);
  },
);

describe('undoing an import after those before were forgotten', () => {
  const Told = `query ($id: ID!) { importJob(id: $id) { undo { removed restored kept records { kind id reason } } } }`;
  const rows = `strada;nr;bloc;scara;apartament;nume\nStr. Macilor;4;A;A;1;Nou\nStr. Macilor;4;A;A;3;Alt\n`;
  const forget: Readonly<Record<string, (home: Home) => Promise<unknown>>> = {
    'by an erasure': (home) => erase(home, true),
    'by the term': async ({ id }) => {
      await asOwner(
        `update apartment_history set valid_from = valid_from - interval '50 months', valid_to = valid_to - interval '40 months'
         where id = '${id}'`,
      );
      await forgetDue(db);
    },
  };

  it.each(Object.entries(forget))('keeps who it said lives there, and names the apartment: %s', async (_how, by) => {
    const home = await aHome();
    await change(home, home.newest, { addrAp: '1' });
    const neighbour = await anApartment({
      org_id: home.orgId,
      entrance_id: (await rowOf(home)).entrance_id,
      addr_ap: '3',
      occupier_kind: 'domestic',
      occupier_name: 'Vecin',
    });
    const { id } = await importFile(root, rows, { orgId: home.orgId });
    const imported = await rowOf(home);
    expect(imported.occupier_name).toBe('Nou');
    await by({ ...home, newest: imported.row_id });

    expect((await root.run(Undo, { id })).errors).toBeUndefined();
    await settled(root, id);

    const { undo } = (await root.run(Told, { id })).data.importJob;
    expect(undo).toEqual({
      removed: 0,
      restored: 1,
      kept: 1,
      records: [{ kind: 'apartment', id: home.id, reason: 'formerErased' }],
    });
    expect(await rowOf(home)).toEqual(imported);
    expect(await rowOf(neighbour)).toMatchObject({ occupier_name: 'Vecin' });
  });
});
