import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ofOrgs } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, db, signIn } from '../../testing/harness.ts';
import { gisNodeConditions } from './gis-node.queries.ts';

const Tree = /* GraphQL */ `
  query ($id: ID!) {
    gisNode(id: $id) {
      name
      kind
      parent {
        id
      }
      path
      childCount
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
        { id: 'IS', kind: 'county', name: 'Iași', official_name: 'Județul Iași' },
        { id: 'IS-PAS', kind: 'uat', name: 'Pașcani', official_name: 'Municipiul Pașcani', parent_id: 'IS' },
        { id: 'IS-PAS-1', kind: 'loc', name: 'Pașcani', parent_id: 'IS-PAS' },
        { id: 'IS-PAS-2', kind: 'loc', name: 'Blăgești', parent_id: 'IS-PAS' },
        { id: 'IS-TGF', kind: 'uat', name: 'Târgu Frumos', official_name: 'Orașul Târgu Frumos', parent_id: 'IS' },
        { id: 'VS', kind: 'county', name: 'Vaslui', official_name: 'Județul Vaslui' },
        { id: 'VS-BLA', kind: 'uat', name: 'Blăgești', official_name: 'Comuna Blăgești', parent_id: 'VS' },
        { id: 'VS-OBL', kind: 'uat', name: 'Oblăgești', parent_id: 'VS' },
        { id: 'B', kind: 'county', name: 'București', official_name: 'Municipiul București' },
        { id: 'B-B', kind: 'uat', name: 'București', official_name: 'Municipiul București', parent_id: 'B' },
        { id: 'B-1', kind: 'loc', name: 'Sectorul 1', parent_id: 'B-B' },
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
    expect(data.gisNode.childCount).toBe(2);
    expect((await caller.run(Tree, { id: 'IS-PAS' })).data.gisNode.parent).toEqual({ id: 'IS' });
    expect((await caller.run(Tree, { id: 'XX' })).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it.each([
    ['IS-PAS-1', 'Jud. Iași › Municipiul Pașcani › Pașcani'],
    ['VS-BLA', 'Jud. Vaslui › Comuna Blăgești'],
    ['B-1', 'Municipiul București › Sectorul 1'],
  ])('says what %s lies in', async (id, path) => {
    await plantTree();
    const caller = await signIn(['root']);

    expect((await caller.run(Tree, { id })).data.gisNode.path).toBe(path);
  });

  it('is refused to residents', async () => {
    expect((await (await signIn(['ara_user'])).run(Tree, { id: 'IS' })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('gisNodes', () => {
  const find = async (filter: object, sort?: object[]): Promise<string[]> => {
    await plantTree();
    const { data } = await (await signIn(['root'])).run(List, { filter, sort });
    return data.gisNodes.nodes.map(({ id }: { id: string }) => id);
  };

  it('are found by kind, by parent and by name, whatever its case and diacritics', async () => {
    expect(await find({ q: 'PASCANI', kind: 'uat' })).toEqual(['IS-PAS']);
    expect(await find({ parentId: 'IS-PAS' })).toEqual(['IS-PAS-2', 'IS-PAS-1']);
    expect(await find({ kind: 'county' }, [{ field: 'id', direction: 'desc' }])).toEqual(['VS', 'IS', 'B']);
  });

  it('are found as addresses are written: a name and what it lies in', async () => {
    expect(await find({ q: 'blagesti iasi' })).toEqual(['IS-PAS-2']);
    expect(await find({ q: 'iasi' })).toEqual(['IS']);
    expect(await find({ q: 'municipiul pascani' })).toEqual(['IS-PAS', 'IS-PAS-1']);
    expect(await find({ q: 'mun. Pașcani, jud. Iași' })).toEqual(['IS-PAS', 'IS-PAS-1']);
    expect(await find({ q: 'Jud. Vaslui › Comuna Blăgești' })).toEqual(['VS-BLA']);
    expect(await find({ q: 'Blăgești Vaslui'.normalize('NFD') })).toEqual(['VS-BLA', 'VS-OBL']);
    expect(await find({ q: 'pascani vaslui' })).toEqual([]);
    expect(await find({ q: '100%' })).toEqual([]);
  });

  it('come in the order in which they fit, page by page', async () => {
    await plantTree();
    const caller = await signIn(['root']);
    const Pages = `query ($after: String) { gisNodes(first: 2, after: $after, filter: { q: "blăgești" }) {
      nodes { id } pageInfo { endCursor hasNextPage } } }`;

    const first = (await caller.run(Pages, {})).data.gisNodes;
    const second = (await caller.run(Pages, { after: first.pageInfo.endCursor })).data.gisNodes;

    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(['IS-PAS-2', 'VS-BLA', 'VS-OBL']);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  it('are answered by an index when a part of a name is typed', async () => {
    await plantTree();
    await asSystem(async (tx) => {
      await sql`insert into gis_node (id, kind, name, parent_id)
        select 'filler-' || n, 'loc', 'Satul ' || n, 'IS-PAS' from generate_series(1, 20000) n`.execute(tx);
    });
    await asOwner('analyze gis_node');
    const conditions = sql.join(gisNodeConditions({ q: 'blagesti iasi' }), sql` and `);

    const { rows } = await read(db, ofOrgs([]), (tx) =>
      sql<Record<string, string>>`explain select r.id from gis_node r where ${conditions}`.execute(tx),
    );

    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on gis_node_search_idx');
  });
});

describe('what lies in the address tree', () => {
  const Create = `mutation ($input: CreateContainerGroupInput!) { createContainerGroup(input: $input) {
    id rowId gisNode { id path } } }`;
  const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateContainerGroupInput!) {
    updateContainerGroup(id: $id, rowId: $rowId, input: $input) { gisNode { id } } }`;

  it('names its node, changes it, and leaves it', async () => {
    await plantTree();
    const org = await anOrg();
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const created = await caller.run(Create, { input: { itemNumber: 'P-1', gisNodeId: 'IS-PAS-1' } });
    const { id, rowId, gisNode } = created.data.createContainerGroup;
    const untouched = await caller.run(Update, { id, rowId, input: { name: 'Deal' } });
    const version = await asSystem((tx) =>
      tx.selectFrom('container_group').select('row_id').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    const cleared = await caller.run(Update, { id, rowId: version.row_id, input: { gisNodeId: null } });

    expect(gisNode).toEqual({ id: 'IS-PAS-1', path: 'Jud. Iași › Municipiul Pașcani › Pașcani' });
    expect(untouched.data.updateContainerGroup.gisNode).toEqual({ id: 'IS-PAS-1' });
    expect(cleared.data.updateContainerGroup.gisNode).toBeNull();
  });

  it('is refused by its field when there is no such node', async () => {
    const org = await anOrg();
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const { errors } = await caller.run(Create, { input: { itemNumber: 'P-1', gisNodeId: 'nowhere' } });

    expect(errors).toMatchObject([{ code: 'NotFound', fields: { gisNodeId: 'form.notFound' } }]);
  });
});

describe('the history of what lies in the address tree', () => {
  it('names the node as the record does, by all it lies in', async () => {
    await plantTree();
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    await caller.run(
      `mutation ($id: ID!, $rowId: ID!) {
        updateContainerGroup(id: $id, rowId: $rowId, input: { gisNodeId: "IS-PAS-2" }) { id }
      }`,
      { id: group.id, rowId: group.row_id },
    );

    const { data } = await caller.run(
      `query ($id: ID!) {
        containerGroup(id: $id) { gisNode { path } }
        history(kind: "containerGroup", id: $id, first: 1) { nodes { fields { name newLabel } } }
      }`,
      { id: group.id },
    );

    expect(data.containerGroup.gisNode.path).toBe('Jud. Iași › Municipiul Pașcani › Blăgești');
    expect(data.history.nodes[0].fields).toEqual([{ name: 'gisNodeId', newLabel: data.containerGroup.gisNode.path }]);
  });
});
