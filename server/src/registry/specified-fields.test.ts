import { setTimeout } from 'node:timers/promises';
import { isLeafType, isObjectType, getNamedType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { anAccessGroup, anApartment, anEntrance, aManager, anOrg } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';

/** The fields of the specification (its section 3), as the API calls them; beside them each registry record has these. */
const every = 'id rowId updatedAt updatedBy validFrom validTo';
const specified: Readonly<Record<string, string>> = {
  Apartment: 'orgId addrAp entranceId occupierFirstName occupierIdNumber occupierKind occupierName',
  ApartmentCard: 'orgId active apartmentId createdAt',
  Card: 'orgId kind status displaySerialNumber serialNumber',
  Container: `orgId accessMode addrBl addrNr addrStreet fillLevelPct serialNumber sizeLitres volumeControlLitres wasteStream
    cardCapacity wantedVersion appliedVersion`,
  ContainerGroup: 'orgId accessMode addrBl addrNr addrStreet itemNumber',
  Entrance: 'orgId accessGroupId addrSc managerId towerBlockId',
  TowerBlock: 'orgId addrBl addrNr addrStreet',
  Org: 'name addr enabled',
  AccessGroup: 'orgId accessMode',
  Manager: 'orgId',
};

describe('the fields of the specification', () => {
  it.each(Object.entries(specified))('are those of %s, each a value', (name, fields) => {
    const type = schema.getType(name);
    const leaves = isObjectType(type)
      ? Object.values(type.getFields()).filter(
          (field) => isLeafType(getNamedType(field.type)) && field.args.length === 0,
        )
      : [];

    expect(leaves.map((field) => field.name)).toEqual(expect.arrayContaining(`${every} ${fields}`.split(/\s+/)));
  });

  it('name the records that a record names, where the caller reads those', async () => {
    const { id: orgId } = await anOrg();
    const [manager, accessGroup] = [await aManager({ org_id: orgId }), await anAccessGroup({ org_id: orgId })];
    const entrance = await anEntrance({ org_id: orgId, manager_id: manager.id, access_group_id: accessGroup.id });
    const { id } = await anApartment({ org_id: orgId, entrance_id: entrance.id });
    const query = `{ entrances { nodes { id orgId managerId accessGroupId towerBlockId manager { id } } }
      apartments { nodes { id orgId entranceId entrance { managerId } } } }`;
    const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
    const resident = await signIn(['ara_user'], { apartments: [{ id, org_id: orgId }] });

    expect((await implementer.run(query)).data).toEqual({
      entrances: {
        nodes: [
          {
            id: entrance.id,
            orgId,
            managerId: manager.id,
            accessGroupId: accessGroup.id,
            towerBlockId: entrance.tower_block_id,
            manager: { id: manager.id },
          },
        ],
      },
      apartments: { nodes: [{ id, orgId, entranceId: entrance.id, entrance: { managerId: manager.id } }] },
    });
    const told = await resident.run(
      '{ entrances { nodes { id orgId managerId } } apartments { nodes { entranceId } } }',
    );
    expect(told.errors?.map(({ code }) => code)).toEqual(['Forbidden']);
    expect(told.data).toEqual({
      entrances: { nodes: [{ id: entrance.id, orgId, managerId: null }] },
      apartments: { nodes: [{ entranceId: entrance.id }] },
    });
  });

  it('name none that is gone, and tell of the past what was named then', async () => {
    const { id: orgId } = await anOrg();
    const manager = await aManager({ org_id: orgId });
    const entrance = await anEntrance({ org_id: orgId, manager_id: manager.id });
    const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
    const query = 'query ($id: ID!, $asOf: DateTime) { entrance(id: $id, asOf: $asOf) { managerId } }';
    const before = new Date().toISOString();
    await setTimeout(5); // a moment is told in milliseconds, and includes what happened in its own
    await asSystem((tx) =>
      tx.updateTable('entrance').set({ manager_id: null }).where('id', '=', entrance.id).execute(),
    );

    expect((await implementer.run(query, { id: entrance.id })).data).toEqual({ entrance: { managerId: null } });
    expect((await implementer.run(query, { id: entrance.id, asOf: before })).data).toEqual({
      entrance: { managerId: manager.id },
    });
  });
});
