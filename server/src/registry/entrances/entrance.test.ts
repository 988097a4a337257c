import { describe, expect, it } from 'vitest';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import { anAccessGroup, anApartment, anEntrance, aManager, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';
import { Create, Delete, History, List, One, Update } from './entrance.fixture.ts';

describeRecord(entrance, {
  given: ({ id }) => anEntrance({ org_id: id }),
  named: {
    towerBlockId: ({ id }) => aTowerBlock({ org_id: id }),
    accessGroupId: ({ id }) => anAccessGroup({ org_id: id }),
    managerId: ({ id }) => aManager({ org_id: id }),
  },
});

describe('createEntrance', () => {
  it('gives the entrance its block, group and manager', async () => {
    const org = await anOrg();
    const block = await aTowerBlock({ org_id: org.id, addr_street: 'Str. Mărășești', addr_nr: '4', addr_bl: 'B2' });
    const group = await anAccessGroup({ org_id: org.id });
    const manager = await aManager({ org_id: org.id });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

    const input = { towerBlockId: block.id, addrSc: ' A ', accessGroupId: group.id, managerId: manager.id };
    const { data } = await implementer.run(Create, { input });

    expect(data.createEntrance).toMatchObject({
      addrSc: 'A',
      label: 'Str. Mărășești 4, bl. B2, sc. A',
      accessGroup: { name: group.name },
      manager: { name: manager.name },
    });
  });

  it('names the field when the entrance is there already', async () => {
    const org = await anOrg();
    const { tower_block_id } = await anEntrance({ org_id: org.id, addr_sc: 'a' });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { errors } = await implementer.run(Create, { input: { towerBlockId: tower_block_id, addrSc: 'A' } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { addrSc: 'form.taken' } }]);
  });

  it('takes no access group of another org', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const block = await aTowerBlock({ org_id: org.id });
    const foreign = await anAccessGroup({ org_id: other.id });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id, other.id] });

    const input = { towerBlockId: block.id, addrSc: 'A', accessGroupId: foreign.id };
    const { errors } = await implementer.run(Create, { input });

    expect(errors).toMatchObject([{ code: 'NotFound', fields: { accessGroupId: 'form.notFound' } }]);
  });

  it.each(['local_reporter', 'manager', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const org = await anOrg();
    const block = await aTowerBlock({ org_id: org.id });
    const caller = await signIn([role], { orgIds: [org.id] });

    const { errors } = await caller.run(Create, { input: { towerBlockId: block.id, addrSc: 'A' } });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('updateEntrance', () => {
  it('tells absent from null', async () => {
    const org = await anOrg();
    const group = await anAccessGroup({ org_id: org.id });
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id, manager_id: manager.id });
    const root = await signIn(['root']);

    const { data } = await root.run(Update, { id: entrance.id, rowId: entrance.row_id, input: { managerId: null } });

    expect(data.updateEntrance).toMatchObject({ accessGroup: { id: group.id }, manager: null });
    expect(BigInt(data.updateEntrance.rowId)).toBeGreaterThan(BigInt(entrance.row_id));
  });

  it('refuses what was made from an old version, and carries the current one', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await anEntrance({ org_id: org.id, addr_sc: 'A' });
    const first = await signIn(['local_implementer'], { orgIds: [org.id] });
    const second = await signIn(['local_implementer'], { orgIds: [org.id] });

    const saved = await first.run(Update, { id, rowId, input: { addrSc: 'B' } });
    const { errors } = await second.run(Update, { id, rowId, input: { addrSc: 'C' } });

    const { rowId: current } = saved.data.updateEntrance;
    expect(errors).toMatchObject([{ code: 'Conflict', current: { id, rowId: current, addrSc: 'B' } }]);
  });

  it('does not find what another org owns', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const { id, row_id: rowId } = await anEntrance({ org_id: other.id });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { errors } = await implementer.run(Update, { id, rowId, input: { addrSc: 'B' } });

    expect(errors).toMatchObject([{ code: 'NotFound' }]);
  });
});

describe('deleteEntrance', () => {
  it('is refused while apartments are behind it, and says how many', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await anEntrance({ org_id: org.id });
    await anApartment({ org_id: org.id, entrance_id: id });
    const root = await signIn(['root']);

    const { errors } = await root.run(Delete, { id, rowId });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', dependants: [{ kind: 'apartment', count: 1 }] }]);
  });

  it('leaves its history, with who closed it', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await anEntrance({ org_id: org.id, addr_sc: 'A' });
    const root = await signIn(['root']);

    await root.run(Delete, { id, rowId });

    const { errors } = await root.run(One, { id });
    const { data } = await root.run(History, { id });
    expect(errors).toMatchObject([{ code: 'NotFound' }]);
    expect(data.history.nodes).toMatchObject([{ change: 'created', deletedBy: expect.stringContaining('@noa.test') }]);
  });
});

describe('entrance', () => {
  it.each([
    ['local_reporter', { viewerCanUpdate: false }],
    ['container_admin', { viewerCanUpdate: false }],
    ['local_implementer', { viewerCanUpdate: true }],
  ] as const)('is shown to %s of its org', async (role, expected) => {
    const org = await anOrg();
    const { id } = await anEntrance({ org_id: org.id });
    const caller = await signIn([role], { orgIds: [org.id] });

    const { data } = await caller.run(One, { id });

    expect(data.entrance).toMatchObject({ id, ...expected });
  });

  it('is shown to members of its own manager only', async () => {
    const org = await anOrg();
    const [own, other] = [await aManager({ org_id: org.id }), await aManager({ org_id: org.id })];
    const mine = await anEntrance({ org_id: org.id, manager_id: own.id });
    const theirs = await anEntrance({ org_id: org.id, manager_id: other.id });
    const caller = await signIn(['manager'], { managers: [own] });

    expect((await caller.run(One, { id: mine.id })).data.entrance).toMatchObject({ id: mine.id });
    expect((await caller.run(One, { id: theirs.id })).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('is shown to who lives behind it', async () => {
    const org = await anOrg();
    const apartment = await anApartment({ org_id: org.id });
    const resident = await signIn(['ara_user'], { apartments: [apartment] });
    const One = 'query ($id: ID!) { entrance(id: $id) { addrSc } }';

    expect((await resident.run(One, { id: apartment.entrance_id })).errors).toBeUndefined();
  });

  it('can be read as of a past moment, of which nothing can be changed', async () => {
    const org = await anOrg();
    const entrance = await anEntrance({ org_id: org.id, addr_sc: 'A' });
    const root = await signIn(['root']);
    const before = await root.run(One, { id: entrance.id });
    await root.run(Update, { id: entrance.id, rowId: entrance.row_id, input: { addrSc: 'B' } });

    const { data } = await root.run(One, { id: entrance.id, asOf: entrance.valid_from.toISOString() });

    expect(data.entrance).toEqual({ ...before.data.entrance, viewerCanUpdate: false });
  });
});

describe('entrances', () => {
  it('come page by page, forwards and backwards, each once, in natural order', async () => {
    const org = await anOrg();
    const block = await aTowerBlock({ org_id: org.id });
    for (const addr_sc of ['10', '2', '1', '1A', 'B', 'Ș', 'S', 'T']) {
      await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc });
    }
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });
    const sort = [{ field: 'addr_sc', direction: 'asc' }];
    const inOrder = ['1', '1A', '2', '10', 'B', 'S', 'Ș', 'T'];

    const forwards: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await caller.run(List, { first: 3, after, sort });
      forwards.push(...data.entrances.nodes.map((node: { addrSc: string }) => node.addrSc));
      after = data.entrances.pageInfo.hasNextPage ? data.entrances.pageInfo.endCursor : null;
    } while (after);
    const last = await caller.run(List, { last: 3, sort });
    const middle = await caller.run(List, { last: 3, before: last.data.entrances.pageInfo.startCursor, sort });

    expect(forwards).toEqual(inOrder);
    expect(last.data.entrances.nodes.map((node: { addrSc: string }) => node.addrSc)).toEqual(inOrder.slice(5));
    expect(middle.data.entrances.nodes.map((node: { addrSc: string }) => node.addrSc)).toEqual(inOrder.slice(2, 5));
    expect(last.data.entrances.totalCount).toBe(8);
  });

  it('are in the order of their blocks’ addresses unless asked otherwise', async () => {
    const org = await anOrg();
    for (const addr_nr of ['10', '2']) {
      const block = await aTowerBlock({ org_id: org.id, addr_street: 'Aleea', addr_nr });
      for (const addr_sc of ['B', 'A']) {
        await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc });
      }
    }
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { data } = await caller.run('{ entrances { nodes { addrSc towerBlock { addrNr } } } }');

    expect(
      data.entrances.nodes.map(
        (node: { addrSc: string; towerBlock: { addrNr: string } }) => node.towerBlock.addrNr + node.addrSc,
      ),
    ).toEqual(['2A', '2B', '10A', '10B']);
  });

  it('are found by words of the address, case and diacritics apart', async () => {
    const org = await anOrg();
    const block = await aTowerBlock({ org_id: org.id, addr_street: 'Str. Ștefan cel Mare', addr_nr: '7' });
    const { id } = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'C' });
    await anEntrance({ org_id: org.id });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    for (const q of ['stefan', 'ŞTEFAN mare', 'cel c 7']) {
      expect((await caller.run(List, { filter: { q } })).data.entrances.nodes).toMatchObject([{ id }]);
    }
  });

  it('refuse a cursor of another order, and pages above 200', async () => {
    const org = await anOrg();
    await anEntrance({ org_id: org.id });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await caller.run(List, { first: 1 });

    const other = { sort: [{ field: 'id', direction: 'desc' }], after: data.entrances.pageInfo.endCursor };
    expect((await caller.run(List, other)).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { after: 'page.badCursor' } },
    ]);
    expect((await caller.run(List, { first: 201 })).errors).toMatchObject([{ code: 'LimitExceeded' }]);
  });
});

describe('history of an entrance', () => {
  it('says who changed what, newest first', async () => {
    const org = await anOrg();
    const group = await anAccessGroup({ org_id: org.id });
    const { id, row_id: rowId } = await anEntrance({ org_id: org.id, addr_sc: 'A' });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    await caller.run(Update, { id, rowId, input: { addrSc: 'B', accessGroupId: group.id } });

    const { data } = await caller.run(History, { id });

    expect(data.history.totalCount).toBe(2);
    expect(data.history.nodes[0]).toMatchObject({ change: 'updated', updatedBy: expect.stringContaining('@noa.test') });
    expect(data.history.nodes[0].fields).toEqual([
      { name: 'addrSc', oldValue: 'A', newValue: 'B', newLabel: null },
      { name: 'accessGroupId', oldValue: null, newValue: group.id, newLabel: group.name },
    ]);
  });
});
