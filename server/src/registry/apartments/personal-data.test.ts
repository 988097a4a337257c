import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Row } from '../../database/tables.ts';
import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, dataKeys, signIn, type Caller } from '../../testing/harness.ts';
import { Address, Occupier } from './apartment.fixture.ts';
import { IdNumberVault } from './id-number-vault.ts';

const Reveal = /* GraphQL */ `
  mutation ($apartmentId: ID!, $purpose: String!) {
    revealOccupierIdNumber(apartmentId: $apartmentId, purpose: $purpose)
  }
`;
const Erase = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $purpose: String!, $formerOnly: Boolean!) {
    eraseOccupier(id: $id, rowId: $rowId, purpose: $purpose, formerOnly: $formerOnly)
  }
`;
const Update = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
    updateApartment(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
    }
  }
`;
const Everything = /* GraphQL */ `
  query ($id: ID!) {
    apartment(id: $id) {
      rowId
      occupierKind
      occupierName
      occupierFirstName
      occupierIdNumber
      viewerCanReveal
      viewerCanErase
    }
    history(kind: "apartment", id: $id) {
      nodes {
        fields {
          name
          oldValue
          newValue
        }
      }
    }
  }
`;

const cnp = '1800101221144';
const purpose = 'adeverință de domiciliu';

let org: Row<'org'>;
let manager: Row<'manager'>;
let apartment: Row<'apartment'>;
let implementer: Caller;

beforeEach(async () => {
  org = await anOrg();
  manager = await aManager({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
  const own = { org_id: org.id, id: randomUUID() };
  const { cipher, hash, mask } = new IdNumberVault(dataKeys).seal(cnp, own);
  apartment = await anApartment({
    ...own,
    entrance_id: entrance.id,
    occupier_kind: 'domestic',
    occupier_name: 'Ionescu',
    occupier_first_name: 'Ana',
    occupier_id_number_cipher: cipher,
    occupier_id_number_hash: hash,
    occupier_id_number_mask: mask,
  });
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
});

describe('the occupier', () => {
  const shown = { occupierKind: 'domestic', occupierName: 'Ionescu', occupierIdNumber: '1••••••••••44' };

  it('is shown to those who keep the cards and to who lives there', async () => {
    for (const caller of [
      await signIn(['root']),
      implementer,
      await signIn(['manager'], { managers: [manager] }),
      await signIn(['ara_user'], { apartments: [apartment] }),
    ]) {
      const { data } = await caller.run(Occupier, { id: apartment.id });
      expect(data.apartment).toMatchObject(shown);
    }
  });

  it('is hidden from reporters but for its kind, and from container administrators altogether', async () => {
    const { id } = apartment;
    const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });
    const keeper = await signIn(['container_admin'], { orgIds: [org.id] });

    const reported = await reporter.run(Occupier, { id });
    const kept = await keeper.run(Occupier, { id });

    const hidden = { id, occupierName: null, occupierIdNumber: null };
    expect(reported.data.apartment).toEqual({ ...hidden, occupierKind: 'domestic' });
    expect(reported.errors?.map(({ code }) => code)).toEqual(['Forbidden', 'Forbidden']);
    expect(kept.data.apartment).toEqual({ ...hidden, occupierKind: null });
    expect((await keeper.run(Address, { id })).errors).toBeUndefined();
  });
});

describe('revealOccupierIdNumber', () => {
  it('is not got around by guessing: who may not see the whole number finds nothing by it', async () => {
    const operator = await anOrg();
    const served = { org_id: org.id, apartment_id: apartment.id, serving_org_id: operator.id };
    await asSystem((tx) => tx.insertInto('apartment_org').values(served).execute());
    const guess = async (caller: Caller) =>
      caller.run('query ($n: String) { apartments(filter: { occupierIdNumber: $n }) { totalCount } }', { n: cnp });

    const [lives, serves, keeps] = await Promise.all([
      guess(await signIn(['ara_user'], { apartments: [apartment] })),
      guess(await signIn(['local_implementer'], { orgIds: [operator.id] })),
      guess(implementer),
    ]);

    expect(lives.errors).toMatchObject([{ code: 'Forbidden' }]);
    expect(serves.data.apartments.totalCount).toBe(0);
    expect(keeps.data.apartments.totalCount).toBe(1);
  });

  it('shows the number to root, implementers, and the manager of the entrance', async () => {
    for (const caller of [await signIn(['root']), implementer, await signIn(['manager'], { managers: [manager] })]) {
      const { data } = await caller.run(Reveal, { apartmentId: apartment.id, purpose });
      expect(data).toEqual({ revealOccupierIdNumber: cnp });
    }
  });

  it.each(['local_reporter', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id], apartments: [apartment] });

    expect((await caller.run(Reveal, { apartmentId: apartment.id, purpose })).errors).toMatchObject([
      { code: 'Forbidden' },
    ]);
  });

  it('finds no apartment of another org or manager, nor one that the org merely serves', async () => {
    const serving = await anOrg();
    await asSystem((tx) =>
      tx
        .insertInto('apartment_org')
        .values({ org_id: org.id, apartment_id: apartment.id, serving_org_id: serving.id })
        .execute(),
    );
    const server = await signIn(['local_implementer'], { orgIds: [serving.id] });

    for (const caller of [
      await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] }),
      await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] }),
      server,
    ]) {
      expect((await caller.run(Reveal, { apartmentId: apartment.id, purpose })).errors).toMatchObject([
        { code: 'NotFound' },
      ]);
    }
    expect((await implementer.run(Everything, { id: apartment.id })).data.apartment.viewerCanReveal).toBe(true);
    expect(
      (await server.run('query ($id: ID!) { apartment(id: $id) { viewerCanReveal } }', { id: apartment.id })).data,
    ).toEqual({ apartment: { viewerCanReveal: false } });
  });

  it.each([
    ['', 'form.required'],
    ['  ', 'form.required'],
    ['ab', 'form.purposeTooShort'],
    ['x'.repeat(201), 'form.tooLong'],
  ])('asks for a purpose, and does not take %j', async (given, message) => {
    const { errors } = await implementer.run(Reveal, { apartmentId: apartment.id, purpose: given });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { purpose: message } }]);
  });

  it('says so when no number is known', async () => {
    const { id } = await anApartment({ org_id: org.id });

    expect((await implementer.run(Reveal, { apartmentId: id, purpose })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { apartmentId: 'form.noIdNumber' } },
    ]);
    expect((await implementer.run(Everything, { id })).data.apartment.viewerCanReveal).toBe(false);
  });

  it('ends after thirty in an hour for one person, and for nobody else', async () => {
    const answers = [];
    for (let reveals = 0; reveals < 31; reveals += 1) {
      answers.push(await implementer.run(Reveal, { apartmentId: apartment.id, purpose }));
    }
    const colleague = await signIn(['local_implementer'], { orgIds: [org.id] });

    expect(answers.filter(({ errors }) => !errors)).toHaveLength(30);
    expect(answers.at(-1)?.errors).toMatchObject([{ code: 'LimitExceeded', retryAt: expect.any(String) }]);
    expect((await colleague.run(Reveal, { apartmentId: apartment.id, purpose })).errors).toBeUndefined();
  });
});

describe('eraseOccupier', () => {
  const versions = () =>
    asSystem((tx) =>
      sql<{ known: number }>`
        select num_nonnulls(occupier_name, occupier_first_name, occupier_id_number_cipher, occupier_id_number_hash,
          occupier_id_number_mask) as known
        from apartment_version where id = ${apartment.id} order by row_id`.execute(tx),
    ).then(({ rows }) => rows.map(({ known }) => known));
  const change = async (rowId: string, input: object): Promise<string> =>
    (await implementer.run(Update, { id: apartment.id, rowId, input })).data.updateApartment.rowId;
  const rename = (rowId: string, occupierName: string) => change(rowId, { occupierName });

  it('empties the record and each kept version, and leaves no name in its history', async () => {
    const rowId = await rename(await rename(apartment.row_id, 'Popa'), 'Popescu');

    const { data } = await implementer.run(Erase, { id: apartment.id, rowId, purpose, formerOnly: false });

    expect(data).toEqual({ eraseOccupier: 3 });
    expect(await versions()).toEqual([0, 0, 0, 0]);
    const after = await implementer.run(Everything, { id: apartment.id });
    expect(after.data.apartment).toMatchObject({ occupierKind: 'unknown', occupierName: null, occupierIdNumber: null });
    expect(JSON.stringify(after)).not.toMatch(/Ionescu|Popa|Popescu|Ana|1•/);
  });

  it('leaves who lives there now when only former occupiers ask', async () => {
    const rowId = await rename(apartment.row_id, 'Popa');

    const { data } = await implementer.run(Erase, { id: apartment.id, rowId, purpose, formerOnly: true });

    expect(data).toEqual({ eraseOccupier: 1 });
    const after = (await implementer.run(Everything, { id: apartment.id })).data;
    expect(after.apartment).toMatchObject({ rowId, occupierName: 'Popa' });
    expect(JSON.stringify(after)).not.toContain('Ionescu');
  });

  it('leaves what history says of who lives there now, but for another number, when only former occupiers ask', async () => {
    const mistyped = await change(await rename(apartment.row_id, 'Popa'), { occupierIdNumber: '2800101221146' });
    const rowId = await change(mistyped, { occupierIdNumber: '1990101221144' });

    const { data } = await implementer.run(Erase, { id: apartment.id, rowId, purpose, formerOnly: true });

    expect(data).toEqual({ eraseOccupier: 3 });
    expect(await versions()).toEqual([0, 2, 2, 5]);
  });

  it('reaches the versions of an apartment that was deleted', async () => {
    await implementer.run('mutation ($id: ID!, $rowId: ID!) { deleteApartment(id: $id, rowId: $rowId) }', {
      id: apartment.id,
      rowId: apartment.row_id,
    });

    const { data } = await implementer.run(Erase, {
      id: apartment.id,
      rowId: apartment.row_id,
      purpose,
      formerOnly: false,
    });

    expect(data).toEqual({ eraseOccupier: 1 });
    expect(await versions()).toEqual([0]);
  });

  it('is audited, and not done from an old version or without a purpose', async () => {
    await rename(apartment.row_id, 'Popa');
    const root = await signIn(['root']);
    const { rowId } = (await root.run(Everything, { id: apartment.id })).data.apartment;

    const stale = await root.run(Erase, { id: apartment.id, rowId: apartment.row_id, purpose, formerOnly: true });
    const mute = await root.run(Erase, { id: apartment.id, rowId, purpose: ' ', formerOnly: true });
    expect(await versions()).toEqual([5, 5]);
    await root.run(Erase, { id: apartment.id, rowId, purpose, formerOnly: false });

    expect(stale.errors).toMatchObject([{ code: 'Conflict' }]);
    expect(mute.errors).toMatchObject([{ fields: { purpose: 'form.required' } }]);
    const { data } = await root.run('{ auditEntries(first: 1) { nodes { action recordId purpose } } }');
    expect(data.auditEntries.nodes).toEqual([{ action: 'erase_occupier', recordId: apartment.id, purpose }]);
  });

  it.each(['local_reporter', 'manager', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id], managers: [manager], apartments: [apartment] });

    const { errors } = await caller.run(Erase, {
      id: apartment.id,
      rowId: apartment.row_id,
      purpose,
      formerOnly: false,
    });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('finds no apartment of another org', async () => {
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    for (const id of [apartment.id, 'nothing']) {
      const { errors } = await stranger.run(Erase, { id, rowId: apartment.row_id, purpose, formerOnly: false });
      expect(errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });
});
