import type { Insertable } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { RegistryTable, RegistryTables, Row } from '../database/tables.ts';
import { asSystem } from './harness.ts';

let counter = 0;

/** Unlike any other in this file. */
export const unique = (prefix: string): string => `${prefix}${++counter}`;

type Given<Table extends RegistryTable> = Partial<Insertable<RegistryTables[Table]>>;
type Owned = { org_id: string };

/** An org of its own. */
/** As most tests need events whose they were, it keeps that for 90 days; new orgs keep it of none. */
export const anOrg = (given: Given<'org'> = {}): Promise<Row<'org'>> =>
  asSystem(async (tx) => {
    const org = await tx
      .insertInto('org')
      .values({ name: unique('Primăria '), ...given })
      .returningAll()
      .executeTakeFirstOrThrow();
    const keptWho = { identity_days: 90, identity_purpose: 'Reclamații', legal_basis: 'HCL 12/2026' };
    await tx.updateTable('org_settings').set(keptWho).where('org_id', '=', org.id).execute();
    return org;
  });

export const aManager = (given: Given<'manager'> & Owned): Promise<Row<'manager'>> =>
  asSystem((tx) =>
    tx
      .insertInto('manager')
      .values({ name: unique('Administrator '), ...given })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const anAccessGroup = (given: Given<'access_group'> & Owned): Promise<Row<'access_group'>> =>
  asSystem((tx) =>
    tx
      .insertInto('access_group')
      .values({ name: unique('Grup '), ...given })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const aTowerBlock = (given: Given<'tower_block'> & Owned): Promise<Row<'tower_block'>> =>
  asSystem((tx) =>
    tx
      .insertInto('tower_block')
      .values({ addr_street: 'Str. Unirii', addr_nr: unique(''), addr_bl: 'A', ...given })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** An entrance, in a tower block of its own unless told which. */
export async function anEntrance(given: Given<'entrance'> & Owned): Promise<Row<'entrance'>> {
  const tower_block_id = given.tower_block_id ?? (await aTowerBlock({ org_id: given.org_id })).id;
  return asSystem((tx) =>
    tx
      .insertInto('entrance')
      .values({ addr_sc: unique(''), ...given, tower_block_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An apartment, behind an entrance of its own unless told which. */
export async function anApartment(given: Given<'apartment'> & Owned): Promise<Row<'apartment'>> {
  const entrance_id = given.entrance_id ?? (await anEntrance({ org_id: given.org_id })).id;
  return asSystem((tx) =>
    tx
      .insertInto('apartment')
      .values({ addr_ap: unique(''), ...given, entrance_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export const aContainerGroup = (given: Given<'container_group'> & Owned): Promise<Row<'container_group'>> =>
  asSystem((tx) =>
    tx
      .insertInto('container_group')
      .values({ item_number: unique('P-'), ...given })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** A container, in a group of its own unless told which. */
export async function aContainer(given: Given<'container'> & Owned): Promise<Row<'container'>> {
  const container_group_id = given.container_group_id ?? (await aContainerGroup({ org_id: given.org_id })).id;
  return asSystem((tx) =>
    tx
      .insertInto('container')
      .values({
        serial_number: unique('C-'),
        waste_stream: 'residual',
        size_litres: 1_100,
        volume_control_litres: 30,
        ...given,
        container_group_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

let lastSerial = 0xe0_00_00_00;

/** A serial number of eight digits that no card in this file has; it begins with a letter, so that it can be read in one way only. */
export const aSerial = (): string => (lastSerial += 1).toString(16).toUpperCase();

/** A card with a serial number of its own unless told which; in the hands of an apartment, or formerly so, if one is named. */
export async function aCard({
  apartment,
  active = true,
  ...given
}: Given<'card'> & Owned & { apartment?: { id: string } | null; active?: boolean }): Promise<Row<'card'>> {
  const { org_id, serial_number = aSerial() } = given;
  return asSystem(async (tx) => {
    const card = await tx
      .insertInto('card')
      .values({
        kind: 'physical',
        display_serial_number: displaySerialNumber(serial_number),
        ...given,
        serial_number,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (apartment) {
      await tx
        .insertInto('apartment_card')
        .values({ org_id, apartment_id: apartment.id, card_id: card.id, active })
        .execute();
    }
    return card;
  });
}
