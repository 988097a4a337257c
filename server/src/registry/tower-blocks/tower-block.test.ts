import { describe, expect, it } from 'vitest';
import { anApartment, anEntrance, aManager, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';

const One = /* GraphQL */ `
  query ($id: ID!) {
    towerBlock(id: $id) {
      label
      entranceCount
      apartmentCount
      entrances {
        totalCount
        nodes {
          addrSc
        }
      }
    }
  }
`;
const List = /* GraphQL */ `
  query ($filter: TowerBlockFilter, $sort: [TowerBlockSort!]) {
    towerBlocks(filter: $filter, sort: $sort) {
      totalCount
      nodes {
        addrBl
        label
      }
    }
  }
`;

describe('a tower block', () => {
  it('counts the entrances and apartments behind it', async () => {
    const org = await anOrg();
    const block = await aTowerBlock({ org_id: org.id, addr_street: 'Bd. Unirii', addr_nr: '3', addr_bl: '' });
    for (const addr_sc of ['B', 'A']) {
      const { id } = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc });
      await anApartment({ org_id: org.id, entrance_id: id });
    }
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });

    const { data } = await caller.run(One, { id: block.id });

    expect(data.towerBlock).toEqual({
      label: 'Bd. Unirii 3',
      entranceCount: 2,
      apartmentCount: 2,
      entrances: { totalCount: 2, nodes: [{ addrSc: 'A' }, { addrSc: 'B' }] },
    });
  });

  it('shows a manager only the entrances in its care', async () => {
    const org = await anOrg();
    const manager = await aManager({ org_id: org.id });
    const block = await aTowerBlock({ org_id: org.id });
    await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'A', manager_id: manager.id });
    await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'B' });
    const caller = await signIn(['manager'], { managers: [manager] });

    const { data } = await caller.run(One, { id: block.id });

    expect(data.towerBlock).toMatchObject({ entranceCount: 1, entrances: { totalCount: 1, nodes: [{ addrSc: 'A' }] } });
  });

  it('is not for residents, nor for members of another org', async () => {
    const block = await aTowerBlock({ org_id: (await anOrg()).id });
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    const resident = await signIn(['ara_user']);

    expect((await stranger.run(One, { id: block.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await resident.run(One, { id: block.id })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('tower blocks', () => {
  it('are in natural order of street, number and block', async () => {
    const org = await anOrg();
    for (const addr_bl of ['10', '2', '1A', '1']) {
      await aTowerBlock({ org_id: org.id, addr_street: 'Aleea', addr_nr: '1', addr_bl });
    }
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { data } = await caller.run(List);

    expect(data.towerBlocks.nodes.map(({ addrBl }: { addrBl: string }) => addrBl)).toEqual(['1', '1A', '2', '10']);
  });

  it('are found by what stands in any order in the address', async () => {
    const org = await anOrg();
    await aTowerBlock({ org_id: org.id, addr_street: 'Str. Țepeș Vodă', addr_nr: '5', addr_bl: 'C7' });
    await aTowerBlock({ org_id: org.id });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { data } = await caller.run(List, { filter: { q: 'c7 TEPES' } });

    expect(data.towerBlocks).toMatchObject({ totalCount: 1, nodes: [{ label: 'Str. Țepeș Vodă 5, bl. C7' }] });
  });
});
