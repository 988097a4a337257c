import { isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';

const root = await signIn(['root']);
const { id: org_id } = await anOrg();
const [manager, accessGroup] = [await aManager({ org_id }), await anAccessGroup({ org_id })];
const location = { addr_street: 'Str. Unirii', addr_nr: '1', addr_bl: 'A', lat: 46.5, lng: 26.9 };

/** A record of each kind that is updated by the version it was made from, with everything that it may have. */
const records = {
  Org: () => anOrg({ addr: 'Piața Libertății 1' }),
  Manager: () => aManager({ org_id }),
  AccessGroup: () => anAccessGroup({ org_id }),
  Entrance: () => anEntrance({ org_id, manager_id: manager.id, access_group_id: accessGroup.id }),
  Apartment: () => anApartment({ org_id, occupier_kind: 'domestic', occupier_name: 'Pop', occupier_first_name: 'Ana' }),
  ContainerGroup: () => aContainerGroup({ org_id, name: 'Piață', ...location }),
  Container: () => aContainer({ org_id, ...location }),
};

/** Half a point is none. */
const other: Readonly<Record<string, string>> = { lat: 'lng', lng: 'lat' };

/** What is not shown under its own name. */
const shownAs: Readonly<Record<string, string>> = {
  gisNodeId: 'gisNode { id }',
  containerGroupIds: 'containerGroupCount',
};

const fields = Object.entries(records).flatMap(([kind, make]) => {
  const input = schema.getType(`Update${kind}Input`);
  const names = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
  return names.map((field) => ({ kind, field, make }));
});

describe('null in an update', () => {
  it('is tried of every such kind', () => {
    expect(new Set(fields.map(({ kind }) => kind)).size).toBe(Object.keys(records).length);
  });

  it.each(fields)('clears a field that may be without a value, or is refused for it: $kind.$field', async (given) => {
    const { kind, field, make } = given;
    const { id, row_id: rowId } = await make();
    const shown = shownAs[field] ?? field;
    const lower = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
    const read = async () =>
      (await root.run(`query ($id: ID!) { it: ${lower}(id: $id) { shown: ${shown} } }`, { id })).data.it;
    const before = await read();
    const input = { [field]: null, ...(other[field] && { [other[field]]: null }) };

    const { data, errors } = await root.run(
      `mutation ($id: ID!, $rowId: ID!, $input: Update${kind}Input!) {
        it: update${kind}(id: $id, rowId: $rowId, input: $input) { shown: ${shown} }
      }`,
      { id, rowId, input },
    );

    if (errors) {
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { [field]: 'form.required' } }]);
      expect(await read()).toEqual(before);
    } else {
      expect([null, '']).toContain(data.it.shown);
      expect(await read()).toEqual(data.it);
    }
  });
});
