import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { isInputObjectType } from 'graphql';
import {
  anAccessGroup,
  anApartment,
  aContainer,
  aContainerGroup,
  anEntrance,
  aManager,
  anOrg,
  aTowerBlock,
} from '../testing/factories.ts';
import { signIn, type Caller } from '../testing/harness.ts';

type Ids = Readonly<Record<string, string>>;

/** A record of each kind that an input may name, by the field that names it. */
async function namedIn(org_id: string): Promise<Ids> {
  const [group, accessGroup] = [await aContainerGroup({ org_id }), await anAccessGroup({ org_id })];
  return {
    orgId: org_id,
    managerId: (await aManager({ org_id })).id,
    towerBlockId: (await aTowerBlock({ org_id })).id,
    entranceId: (await anEntrance({ org_id })).id,
    accessGroupId: accessGroup.id,
    containerGroupId: group.id,
    containerGroupIds: group.id,
  };
}

/** What a new record needs beside what it names. */
const others: Readonly<Record<string, object>> = {
  AccessGroup: { name: 'Grupul nou' },
  Apartment: { addrAp: '99' },
  Card: { kind: 'physical', serialNumber: 'A1B2C3D4E5' },
  Container: { serialNumber: 'c-new', sizeLitres: 1100, volumeControlLitres: 20, wasteStream: 'glass' },
  ContainerGroup: { itemNumber: 'P-new' },
  Entrance: { addrSc: 'Z' },
  Manager: { name: 'Administratorul nou' },
};

/** What is changed. */
const made = {
  AccessGroup: anAccessGroup,
  Apartment: anApartment,
  Container: aContainer,
  ContainerGroup: aContainerGroup,
  Entrance: anEntrance,
};

/** The fields of an input that name records of an org: localities belong to none. */
function referencesOf(input: string): string[] {
  const type = schema.getType(input);
  return isInputObjectType(type)
    ? Object.keys(type.getFields()).filter((name) => /Ids?$/.test(name) && name !== 'gisNodeId')
    : [];
}

const valueOf = (field: string, id: string) => (field.endsWith('Ids') ? [id] : id);

describe('a record that an input names', () => {
  let own: Ids;
  let foreign: Ids;
  let caller: Caller;

  beforeAll(async () => {
    [own, foreign] = [await namedIn((await anOrg()).id), await namedIn((await anOrg()).id)];
    caller = await signIn(['local_implementer'], { orgIds: [own['orgId'] ?? ''] });
  });

  const creations = Object.keys(others).flatMap((kind) =>
    referencesOf(`Create${kind}Input`).map((field) => [kind, field] as const),
  );
  const changes = (Object.keys(made) as (keyof typeof made)[]).flatMap((kind) =>
    referencesOf(`Update${kind}Input`).map((field) => [kind, field] as const),
  );

  it('is looked for in every input that names some', () => {
    expect(creations.length).toBeGreaterThan(9);
    expect(changes.length).toBeGreaterThan(4);
  });

  it.each(creations)('is NotFound for a new %s whose %s is another org’s, nobody’s or none', async (kind, field) => {
    const required = Object.fromEntries(
      referencesOf(`Create${kind}Input`).map((name) => [name, valueOf(name, own[name] ?? '')]),
    );
    for (const id of [foreign[field] ?? '', randomUUID(), 'elsewhere']) {
      const input = { ...required, ...others[kind], [field]: valueOf(field, id) };

      const { errors } = await caller.run(
        `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { id } }`,
        { input },
      );

      expect(errors).toMatchObject([{ code: 'NotFound' }]);
      expect(Object.entries(errors?.[0]?.['fields'] ?? {})).toEqual([
        [expect.stringContaining(field), 'form.notFound'],
      ]);
    }
  });

  it.each(changes)('is NotFound for a %s whose %s is to be another org’s, nobody’s or none', async (kind, field) => {
    for (const id of [foreign[field] ?? '', randomUUID(), 'elsewhere']) {
      const record = await made[kind]({ org_id: own['orgId'] ?? '' });

      const { errors } = await caller.run(
        `mutation ($id: ID!, $rowId: ID!, $input: Update${kind}Input!) {
          update${kind}(id: $id, rowId: $rowId, input: $input) { id } }`,
        { id: record.id, rowId: record.row_id, input: { [field]: valueOf(field, id) } },
      );

      expect(errors).toMatchObject([{ code: 'NotFound' }]);
      expect(Object.entries(errors?.[0]?.['fields'] ?? {})).toEqual([
        [expect.stringContaining(field), 'form.notFound'],
      ]);
    }
  });
});
