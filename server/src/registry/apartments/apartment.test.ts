import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../database/tables.ts';
import { aCard, aManager, anApartment, anEntrance, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { asSystem, dataKeys, signIn, type Caller } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { Address, Create, Delete, List, Occupier, Update } from './apartment.fixture.ts';
import { IdNumberVault } from './id-number-vault.ts';

describeRecord(apartment, {
  given: ({ id }) => anApartment({ org_id: id }),
  named: { entranceId: ({ id }) => anEntrance({ org_id: id }) },
});

const cnp = '1800101221144';
const cui = '427410';

let org: Row<'org'>;
let implementer: Caller;

beforeEach(async () => {
  org = await anOrg();
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
});

describe('createApartment', () => {
  it('keeps the occupier, the ID number encrypted and shown masked', async () => {
    const block = await aTowerBlock({ org_id: org.id, addr_street: 'Str. Gării', addr_nr: '3', addr_bl: 'C' });
    const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'B' });

    const names = { occupierKind: 'domestic', occupierName: 'Ionescu', occupierFirstName: 'Ana' };
    const input = { entranceId: entrance.id, addrAp: ' 12 ', ...names, occupierIdNumber: ` ${cnp} ` };
    const { data } = await implementer.run(Create, { input });

    expect(data.createApartment).toMatchObject({
      addrAp: '12',
      label: 'Str. Gării 3, bl. C, sc. B, ap. 12',
      ...names,
      occupierIdNumber: '1••••••••••44',
      cardCount: 0,
    });
    const { occupier_id_number_cipher: cipher } = await asSystem((tx) =>
      tx
        .selectFrom('apartment')
        .select('occupier_id_number_cipher')
        .where('id', '=', data.createApartment.id)
        .executeTakeFirstOrThrow(),
    );
    expect(cipher?.includes(cnp)).toBe(false);
    expect(
      new IdNumberVault(dataKeys).open(cipher ?? Buffer.of(), {
        org_id: org.id,
        id: data.createApartment.id,
      }),
    ).toBe(cnp);
  });

  it.each([
    [{ addrAp: '' }, 'addrAp', 'form.required'],
    [{ occupierIdNumber: '1800101221145' }, 'occupierIdNumber', 'form.badIdNumber'],
    [{ occupierKind: 'domestic', occupierIdNumber: cui }, 'occupierIdNumber', 'form.badIdNumber'],
    [{ occupierKind: 'business', occupierIdNumber: cnp }, 'occupierIdNumber', 'form.badIdNumber'],
  ])('names the field of %j', async (wrong, field, message) => {
    const { id: entranceId } = await anEntrance({ org_id: org.id });

    const { errors } = await implementer.run(Create, { input: { entranceId, addrAp: '1', ...wrong } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { [field]: message } }]);
  });

  it('takes no number twice behind an entrance, and no entrance of another org', async () => {
    const other = await anOrg();
    const [taken, foreign] = [
      await anApartment({ org_id: org.id, addr_ap: '1a' }),
      await anEntrance({ org_id: other.id }),
    ];

    const twice = await implementer.run(Create, { input: { entranceId: taken.entrance_id, addrAp: '1A' } });
    const elsewhere = await implementer.run(Create, { input: { entranceId: foreign.id, addrAp: '1' } });

    expect(twice.errors).toMatchObject([{ fields: { addrAp: 'form.taken' } }]);
    expect(elsewhere.errors).toMatchObject([{ fields: { entranceId: 'form.notFound' } }]);
  });

  it.each(['local_reporter', 'manager', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const { id: entranceId } = await anEntrance({ org_id: org.id });
    const caller = await signIn([role], { orgIds: [org.id] });

    const { errors } = await caller.run(Create, { input: { entranceId, addrAp: '1' } });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('updateApartment', () => {
  it('lets a manager change the occupier behind its entrances, and nothing else', async () => {
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
    const { id, row_id: rowId } = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    const stranger = await anApartment({ org_id: org.id });
    const caller = await signIn(['manager'], { managers: [manager] });

    const input = { occupierKind: 'business', occupierName: 'Brutăria', occupierIdNumber: `RO ${cui}` };
    const own = await caller.run(Update, { id, rowId, input });
    const renamed = await caller.run(Update, { ...pick(own.data.updateApartment), input: { addrAp: '99' } });
    const elsewhere = await caller.run(Update, { id: stranger.id, rowId: stranger.row_id, input });

    expect(own.data.updateApartment).toMatchObject({ ...input, occupierIdNumber: '4•••10' });
    expect(renamed.errors).toMatchObject([{ code: 'Forbidden' }]);
    expect(elsewhere.errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('keeps what is absent, clears what is null, and keeps no number that its occupier cannot have', async () => {
    const { id, row_id } = await anApartment({ org_id: org.id });
    const set = { occupierKind: 'domestic', occupierName: 'Pop', occupierIdNumber: cnp };
    const first = (await implementer.run(Update, { id, rowId: row_id, input: set })).data.updateApartment;

    const kept = (await implementer.run(Update, { ...pick(first), input: { occupierName: null } })).data
      .updateApartment;
    const refused = await implementer.run(Update, { ...pick(kept), input: { occupierKind: 'business' } });
    const input = { occupierKind: 'business', occupierIdNumber: null };
    const cleared = (await implementer.run(Update, { ...pick(kept), input })).data.updateApartment;

    expect(kept).toMatchObject({ occupierKind: 'domestic', occupierName: null, occupierIdNumber: '1••••••••••44' });
    expect(refused.errors).toMatchObject([{ fields: { occupierIdNumber: 'form.badIdNumber' } }]);
    expect(cleared).toMatchObject({ occupierKind: 'business', occupierIdNumber: null });
  });

  it('refuses what was made from an old version; what it carries shows the ID number masked', async () => {
    const { id, row_id: rowId } = await anApartment({ org_id: org.id });
    await implementer.run(Update, { id, rowId, input: { occupierName: 'Pop', occupierIdNumber: cnp } });

    const { errors } = await implementer.run(Update, { id, rowId, input: { occupierName: 'Popa' } });

    const current = { id, occupierName: 'Pop', occupierIdNumber: '1••••••••••44' };
    expect(errors).toMatchObject([{ code: 'Conflict', current }]);
    expect(JSON.stringify(errors)).not.toContain(cnp);
  });

  it('does not move an apartment to an entrance of another org', async () => {
    const other = await anOrg();
    const { id, row_id: rowId } = await anApartment({ org_id: org.id });
    const foreign = await anEntrance({ org_id: other.id });
    const root = await signIn(['root']);

    const { errors } = await root.run(Update, { id, rowId, input: { entranceId: foreign.id } });

    expect(errors).toMatchObject([{ code: 'NotFound', fields: { entranceId: 'form.notFound' } }]);
  });

  it('lets an org that merely serves the apartment see it, but not write it', async () => {
    const [owner, serving] = [await anOrg(), await anOrg()];
    const { id, row_id: rowId } = await anApartment({ org_id: owner.id });
    await asSystem((tx) =>
      tx
        .insertInto('apartment_org')
        .values({ org_id: owner.id, apartment_id: id, serving_org_id: serving.id })
        .execute(),
    );
    const caller = await signIn(['local_implementer'], { orgIds: [serving.id] });

    const seen = await caller.run(Address, { id });
    const written = await caller.run(Update, { id, rowId, input: { occupierName: 'Pop' } });

    expect(seen.data.apartment).toMatchObject({ id, viewerCanUpdate: false, viewerCanUpdateOccupier: false });
    expect(written.errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await caller.run(Delete, { id, rowId })).errors).toMatchObject([{ code: 'NotFound' }]);
  });
});

describe('deleteApartment', () => {
  it('is refused while a card is handed to it, and takes ended hand-outs along', async () => {
    const { id, row_id: rowId } = await anApartment({ org_id: org.id });
    const card = await aCard({ org_id: org.id, apartment: { id } });

    const refused = await implementer.run(Delete, { id, rowId });
    await implementer.run('mutation ($id: ID!, $rowId: ID!) { eraseCard(id: $id, rowId: $rowId) { id } }', {
      id: card.id,
      rowId: card.row_id,
    });
    const deleted = await implementer.run(Delete, { id, rowId });

    expect(refused.errors).toMatchObject([{ code: 'ValidationFailed', dependants: [{ kind: 'card', count: 1 }] }]);
    expect(deleted.data).toEqual({ deleteApartment: id });
  });
});

describe('the occupier', () => {
  const occupier = { occupier_kind: 'domestic', occupier_name: 'Ionescu', occupier_id_number_mask: '1••44' } as const;

  describe('for a reporter of one org who is a manager of entrances elsewhere', () => {
    const asked = async () => {
      const [org, other] = [await anOrg(), await anOrg()];
      const manager = await aManager({ org_id: other.id });
      const entrance = await anEntrance({ org_id: other.id, manager_id: manager.id });
      const reported = await anApartment({ org_id: org.id, ...occupier });
      const managed = await anApartment({ org_id: other.id, entrance_id: entrance.id, ...occupier });
      const caller = await signIn(['local_reporter', 'manager'], { orgIds: [org.id], managers: [manager] });
      return { caller, reported, managed };
    };
    let given: Awaited<ReturnType<typeof asked>>;
    beforeAll(async () => {
      given = await asked();
    });

    it('is shown there, row by row, and only there', async () => {
      const { caller, reported, managed } = given;

      const mine = await caller.run(Occupier, { id: managed.id });
      const theirs = await caller.run(Occupier, { id: reported.id });

      expect(mine.data.apartment).toMatchObject({ occupierName: 'Ionescu', occupierIdNumber: '1••44' });
      expect(theirs.data.apartment).toMatchObject({ occupierName: null, occupierIdNumber: null });
    });

    it.each([
      { filter: { occupierName: 'ionescu' } },
      { sort: [{ field: 'occupier_name', direction: 'asc' }] },
      { sort: [{ field: 'occupier_first_name', direction: 'asc' }] },
      { sort: [{ field: 'occupier_id_number', direction: 'asc' }] },
    ])('tells nothing elsewhere by %j', async (variables) => {
      const { caller, managed } = given;

      const { data } = await caller.run(List, variables);

      expect(data.apartments).toMatchObject({ totalCount: 1, nodes: [{ id: managed.id }] });
    });
  });

  it.each([
    { filter: { occupierName: 'ionescu' } },
    { filter: { occupierIdNumber: cnp } },
    { sort: [{ field: 'occupier_name', direction: 'asc' }] },
  ])('cannot be guessed by a reporter from %j', async (variables) => {
    const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });

    expect((await reporter.run(List, variables)).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('apartments', () => {
  it('are found by address, occupier and whole ID number, and ordered by every field', async () => {
    const block = await aTowerBlock({ org_id: org.id, addr_street: 'Aleea Școlii', addr_nr: '5' });
    const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'A' });
    for (const addrAp of ['10', '2']) {
      await implementer.run(Create, { input: { entranceId: entrance.id, addrAp } });
    }
    const shop = { occupierKind: 'business', occupierName: 'Brutăria Ștefan', occupierIdNumber: cui };
    await implementer.run(Create, { input: { entranceId: entrance.id, addrAp: 'P1', ...shop } });
    const numbers = async (variables: Record<string, unknown>) =>
      (await implementer.run(List, variables)).data.apartments.nodes.map((node: { addrAp: string }) => node.addrAp);

    expect(await numbers({})).toEqual(['2', '10', 'P1']);
    expect(await numbers({ filter: { q: 'scolii p1' } })).toEqual(['P1']);
    expect(await numbers({ filter: { occupierKind: 'business' } })).toEqual(['P1']);
    expect(await numbers({ filter: { occupierName: 'stefan brutaria' } })).toEqual(['P1']);
    expect(await numbers({ filter: { occupierIdNumber: `RO${cui}` } })).toEqual(['P1']);
    expect(await numbers({ filter: { occupierIdNumber: cui.slice(1) } })).toEqual([]);
    const fields = ['id', 'row_id', 'updated_at', 'addr_ap', 'entrance_id', 'occupier_kind', 'occupier_name'];
    for (const field of [...fields, 'occupier_first_name', 'occupier_id_number']) {
      expect(await numbers({ sort: [{ field, direction: 'asc' }] })).toHaveLength(3);
    }
    expect((await numbers({ sort: [{ field: 'occupier_name', direction: 'desc' }] }))[0]).toBe('P1');
  });

  it('are listed on their entrance in natural order', async () => {
    const entrance = await anEntrance({ org_id: org.id });
    for (const addr_ap of ['10', '9', '1A']) {
      await anApartment({ org_id: org.id, entrance_id: entrance.id, addr_ap });
    }
    await anApartment({ org_id: org.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const { data } = await caller.run('query ($id: ID!) { entrance(id: $id) { apartments { nodes { addrAp } } } }', {
      id: entrance.id,
    });

    expect(data.entrance.apartments.nodes).toEqual([{ addrAp: '1A' }, { addrAp: '9' }, { addrAp: '10' }]);
  });

  it('are none for who lives in none', async () => {
    await anApartment({ org_id: org.id });
    const resident = await signIn(['ara_user']);

    expect((await resident.run(List)).data.apartments).toEqual({ totalCount: 0, nodes: [] });
  });
});

const pick = ({ id, rowId }: { id: string; rowId: string }) => ({ id, rowId });
