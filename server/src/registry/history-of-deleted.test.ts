import { expect, it } from 'vitest';
import { aContainer, aContainerGroup, aManager, anAccessGroup, anEntrance, anOrg } from '../testing/factories.ts';
import { signIn, type Caller } from '../testing/harness.ts';

const History = `query ($kind: String!, $id: ID!) {
  history(kind: $kind, id: $id) { nodes { viewerCanRestore deletedBy fields { name oldLabel newLabel } } }
}`;

interface Given {
  readonly id: string;
  readonly row_id: string;
}

const org = await anOrg();
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

/** Runs a mutation of one record, and gives its next version. */
async function mutate(name: string, { id, row_id: rowId }: Given, input?: object): Promise<Given> {
  const type = name.replace(/^\w/, (letter) => letter.toUpperCase());
  const [parameter, argument] = input ? [`, $input: ${type}Input!`, ', input: $input'] : ['', ''];
  const { data, errors } = await implementer.run(
    `mutation ($id: ID!, $rowId: ID!${parameter}) { ${name}(id: $id, rowId: $rowId${argument}) ${input ? '{ rowId }' : ''} }`,
    { id, rowId, input },
  );
  expect(errors).toBeUndefined();
  return { id, row_id: input ? data[name].rowId : rowId };
}

const historyOf = async (kind: string, { id }: Given, caller: Caller = implementer) => {
  const { data, errors } = await caller.run(History, { kind, id });
  expect(errors).toBeUndefined();
  return data.history.nodes as {
    viewerCanRestore: boolean;
    deletedBy: string | null;
    fields: { name: string; oldLabel: string | null; newLabel: string | null }[];
  }[];
};

it.each([
  ['accessGroupId', 'access_group_id', 'AccessGroup', anAccessGroup],
  ['managerId', 'manager_id', 'Manager', aManager],
] as const)(
  'names by %s of an entrance what was deleted since, as it was called last',
  async (name, column, of, make) => {
    const former = await make({ org_id: org.id, name: 'La început' });
    const entrance = await anEntrance({ org_id: org.id, [column]: former.id });
    const renamed = await mutate(`update${of}`, former, { name: 'La sfârșit' });
    await mutate('updateEntrance', entrance, { [name]: null });
    await mutate(`delete${of}`, renamed);

    const [moved, created] = await historyOf('entrance', entrance);
    expect(moved?.fields).toEqual([{ name, oldLabel: 'La sfârșit', newLabel: null }]);
    expect(created?.fields).toContainEqual({ name, oldLabel: null, newLabel: 'La sfârșit' });
  },
);

it('names all container groups that were joined, those that are there and those that are not', async () => {
  const [there, gone] = [
    await aContainerGroup({ org_id: org.id, item_number: 'P-1' }),
    await aContainerGroup({ org_id: org.id, item_number: 'P-2' }),
  ];
  const group = await anAccessGroup({ org_id: org.id });
  const both = await mutate('updateAccessGroup', group, { containerGroupIds: [there.id, gone.id] });
  await mutate('updateAccessGroup', both, { containerGroupIds: [there.id] });
  await mutate('deleteContainerGroup', gone);

  const [left, joined] = await historyOf('accessGroup', group);
  expect(left?.fields).toEqual([{ name: 'containerGroupIds', oldLabel: 'P-1, P-2', newLabel: 'P-1' }]);
  expect(joined?.fields).toEqual([{ name: 'containerGroupIds', oldLabel: null, newLabel: 'P-1, P-2' }]);
});

it('tells a container administrator of groups of containers that were deleted, and nobody of those of another org', async () => {
  const [former, next] = [
    await aContainerGroup({ org_id: org.id, item_number: 'P-3' }),
    await aContainerGroup({ org_id: org.id, item_number: 'P-4' }),
  ];
  const container = await aContainer({ org_id: org.id, container_group_id: former.id });
  await mutate('updateContainer', container, { containerGroupId: next.id });
  await mutate('deleteContainerGroup', former);
  const admin = await signIn(['container_admin'], { orgIds: [org.id] });

  const [moved] = await historyOf('container', container, admin);
  expect(moved?.fields).toEqual([{ name: 'containerGroupId', oldLabel: 'P-3', newLabel: 'P-4' }]);
  const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
  const { errors } = await stranger.run(History, { kind: 'container', id: container.id });
  expect(errors).toMatchObject([{ code: 'NotFound' }]);
});

it('offers no version of a deleted record to be restored', async () => {
  const group = await aContainerGroup({ org_id: org.id });
  const renamed = await mutate('updateContainerGroup', group, { name: 'Alt nume' });
  expect((await historyOf('containerGroup', group)).map(({ viewerCanRestore }) => viewerCanRestore)).toEqual([
    false,
    true,
  ]);

  await mutate('deleteContainerGroup', renamed);

  const versions = await historyOf('containerGroup', group);
  expect(versions.map(({ viewerCanRestore }) => viewerCanRestore)).toEqual([false, false]);
  expect(versions.filter(({ deletedBy }) => deletedBy !== null).length).toBe(1);
});

it('counts the versions that it lists, in whichever case the id is written', async () => {
  const group = await aContainerGroup({ org_id: org.id });
  await mutate('updateContainerGroup', group, { name: 'Alt nume' });
  const Count = 'query ($id: ID!) { history(kind: "containerGroup", id: $id) { totalCount nodes { rowId } } }';

  for (const id of [group.id, group.id.toUpperCase()]) {
    const { totalCount, nodes } = (await implementer.run(Count, { id })).data.history;
    expect([totalCount, nodes.length]).toEqual([2, 2]);
  }
});
