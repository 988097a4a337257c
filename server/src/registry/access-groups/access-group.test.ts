import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainerGroup, anAccessGroup, anEntrance, anOrg, unique } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';

describeRecord({
  type: 'AccessGroup',
  read: 'accessGroup:read',
  write: 'accessGroup:write',
  given: ({ id }) => anAccessGroup({ org_id: id }),
  input: () => ({ name: unique('Grup nou ') }),
  change: () => ({ name: unique('Grup schimbat ') }),
});

const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
  updateAccessGroup(id: $id, rowId: $rowId, input: $input) { id rowId }
}`;

const joined = (id: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ container_group_id: string }>`
      select container_group_id from access_group_container_group where access_group_id = ${id}`.execute(tx);
    return rows.map((row) => row.container_group_id).toSorted();
  });

describe('the container groups of an access group', () => {
  it('are replaced as a set, and stay when not named', async () => {
    const org = await anOrg();
    const [a, b, c] = [
      await aContainerGroup({ org_id: org.id }),
      await aContainerGroup({ org_id: org.id }),
      await aContainerGroup({ org_id: org.id }),
    ];
    const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const first = await root.run(Update, { id, rowId, input: { containerGroupIds: [a.id, b.id], name: unique('G') } });
    expect(await joined(id)).toEqual([a.id, b.id].toSorted());

    const second = await root.run(Update, {
      id,
      rowId: first.data.updateAccessGroup.rowId,
      input: { containerGroupIds: [b.id, c.id] },
    });
    expect(await joined(id)).toEqual([b.id, c.id].toSorted());

    await root.run(Update, { id, rowId: second.data.updateAccessGroup.rowId, input: { accessMode: 'open' } });
    expect(await joined(id)).toEqual([b.id, c.id].toSorted());
  });

  it('are of the same org', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const foreign = await aContainerGroup({ org_id: other.id });
    const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const { errors } = await root.run(Update, { id, rowId, input: { containerGroupIds: [foreign.id] } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { containerGroupIds: 'form.notFound' } }]);
  });
});

it('an access group is not deleted while entrances belong to it', async () => {
  const org = await anOrg();
  const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
  await anEntrance({ org_id: org.id, access_group_id: id });
  const root = await signIn(['root']);

  const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteAccessGroup(id: $id, rowId: $rowId) }', {
    id,
    rowId,
  });

  expect(errors).toMatchObject([{ code: 'ValidationFailed', dependants: [{ kind: 'entrance', count: 1 }] }]);
});
