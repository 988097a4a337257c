import { describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';

const Tree = /* GraphQL */ `
  query ($id: ID!) {
    gisNode(id: $id) {
      name
      kind
      parent {
        id
      }
      children {
        nodes {
          id
          name
        }
      }
    }
  }
`;
const List = /* GraphQL */ `
  query ($filter: GisNodeFilter, $sort: [GisNodeSort!]) {
    gisNodes(filter: $filter, sort: $sort) {
      nodes {
        id
      }
    }
  }
`;

const plantTree = () =>
  asSystem((tx) =>
    tx
      .insertInto('gis_node')
      .values([
        { id: 'IS', kind: 'county', name: 'Iași' },
        { id: 'IS-PAS', kind: 'uat', name: 'Pașcani', parent_id: 'IS' },
        { id: 'IS-TGF', kind: 'uat', name: 'Târgu Frumos', parent_id: 'IS' },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

describe('gisNode', () => {
  it('leads up and down the address tree, for members of any org', async () => {
    await plantTree();
    const org = await anOrg();
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });

    const { data } = await caller.run(Tree, { id: 'IS' });

    expect(data.gisNode).toMatchObject({ name: 'Iași', kind: 'county', parent: null });
    expect(data.gisNode.children.nodes).toEqual([
      { id: 'IS-PAS', name: 'Pașcani' },
      { id: 'IS-TGF', name: 'Târgu Frumos' },
    ]);
    expect((await caller.run(Tree, { id: 'IS-PAS' })).data.gisNode.parent).toEqual({ id: 'IS' });
    expect((await caller.run(Tree, { id: 'XX' })).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('is refused to residents', async () => {
    expect((await (await signIn(['ara_user'])).run(Tree, { id: 'IS' })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('gisNodes', () => {
  it('are found by name and kind, in any order', async () => {
    await plantTree();
    const caller = await signIn(['root']);

    const found = await caller.run(List, { filter: { q: 'pascani', kind: 'uat' } });
    const ordered = await caller.run(List, { sort: [{ field: 'id', direction: 'desc' }] });

    expect(found.data.gisNodes.nodes).toEqual([{ id: 'IS-PAS' }]);
    expect(ordered.data.gisNodes.nodes).toEqual([{ id: 'IS-TGF' }, { id: 'IS-PAS' }, { id: 'IS' }]);
  });
});
