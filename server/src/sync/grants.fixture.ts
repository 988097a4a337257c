import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { Tx } from '../database/database.ts';
import { anAccessGroup, anApartment, aContainer, aContainerGroup, anEntrance, anOrg } from '../testing/factories.ts';
import { asSystem } from '../testing/harness.ts';

/** Serials come from a small stock, so that erased cards come back as new ones of the same serial. */
const stockOf = (size: number) => Array.from({ length: size }, () => randomBytes(4).toString('hex').toUpperCase());

/** A small org in which everything that decides about access can change. */
export interface Neighbourhood {
  readonly orgId: string;
  readonly serials: readonly string[];
  readonly accessGroups: readonly string[];
  readonly entrances: readonly string[];
  readonly apartments: readonly string[];
  readonly containerGroups: readonly string[];
  readonly containers: readonly string[];
}

export async function aNeighbourhood(): Promise<Neighbourhood> {
  const { id: org_id } = await anOrg();
  const many = async <Row extends { id: string }>(count: number, make: (index: number) => Promise<Row>) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push((await make(index)).id);
    }
    return ids;
  };
  const accessGroups = await many(3, () => anAccessGroup({ org_id }));
  const entrances = await many(4, (index) => anEntrance({ org_id, access_group_id: accessGroups[index % 3] ?? null }));
  const apartments = await many(8, (index) => anApartment({ org_id, entrance_id: entrances[index % 4] ?? '' }));
  const containerGroups = await many(3, () => aContainerGroup({ org_id }));
  const containers = await many(4, (index) =>
    aContainer({ org_id, container_group_id: containerGroups[index % 3] ?? '' }),
  );
  return {
    orgId: org_id,
    serials: stockOf(24),
    accessGroups,
    entrances,
    apartments,
    containerGroups,
    containers,
  };
}

/** One random change: which kind of change, and of what. */
export interface Change {
  readonly kind: (typeof changeKinds)[number];
  readonly a: number;
  readonly b: number;
}

export const changeKinds = [
  'register',
  'assign',
  'assign',
  'unassign',
  'block',
  'unblock',
  'erase',
  'moveEntrance',
  'moveApartment',
  'join',
  'part',
  'toggle',
  'moveContainer',
] as const;

const pick = <Item>(items: readonly Item[], number: number): Item => {
  const item = items[number % items.length];
  if (item === undefined) {
    throw new Error('There is nothing to pick from');
  }
  return item;
};

/** Does a change, or nothing where the registry does not allow it at this moment. */
export async function applyChange(tx: Tx, world: Neighbourhood, { kind, a, b }: Change): Promise<void> {
  const { orgId } = world;
  const serial = pick(world.serials, a);
  const liveCard = sql`(select id from card where org_id = ${orgId} and serial_number = ${serial} and status <> 'erased')`;
  const statement = {
    register: () => sql`
      insert into card (org_id, kind, serial_number, display_serial_number)
      values (${orgId}, 'physical', ${serial}, ${displaySerialNumber(serial)}) on conflict do nothing`,
    assign: () => sql`
      insert into apartment_card (org_id, apartment_id, card_id)
      select ${orgId}, ${pick(world.apartments, b)}, id from card
      where org_id = ${orgId} and serial_number = ${serial} and status <> 'erased' on conflict do nothing`,
    unassign: () =>
      sql`update apartment_card set active = false where org_id = ${orgId} and card_id = ${liveCard} and active`,
    block: () => sql`
      update card set status = 'blocked' where org_id = ${orgId} and serial_number = ${serial} and status = 'normal'`,
    unblock: () => sql`
      update card set status = 'normal' where org_id = ${orgId} and serial_number = ${serial} and status = 'blocked'`,
    erase: () => sql`
      with gone as (
        update card set status = 'erased' where org_id = ${orgId} and serial_number = ${serial} and status <> 'erased'
        returning id)
      update apartment_card set active = false where org_id = ${orgId} and card_id in (select id from gone) and active`,
    moveEntrance: () => sql`
      update entrance set access_group_id = ${b % 4 === 3 ? null : pick(world.accessGroups, b)}
      where id = ${pick(world.entrances, a)}`,
    moveApartment: () => sql`
      update apartment set entrance_id = ${pick(world.entrances, b)} where id = ${pick(world.apartments, a)}`,
    join: () => sql`
      insert into access_group_container_group (org_id, access_group_id, container_group_id)
      values (${orgId}, ${pick(world.accessGroups, a)}, ${pick(world.containerGroups, b)}) on conflict do nothing`,
    part: () => sql`
      delete from access_group_container_group
      where access_group_id = ${pick(world.accessGroups, a)} and container_group_id = ${pick(world.containerGroups, b)}`,
    toggle: () => sql`
      update access_group set access_mode = case access_mode when 'open' then 'controlled' else 'open' end
      where id = ${pick(world.accessGroups, a)}`,
    moveContainer: () => sql`
      update container set container_group_id = ${pick(world.containerGroups, b)} where id = ${pick(world.containers, a)}`,
  }[kind]();
  await statement.execute(tx);
}

/** The serials that a container must admit, by the definition itself. */
export async function dueSerials(containerId: string): Promise<string[]> {
  const { rows } = await asSystem((tx) =>
    sql<{ serial: string }>`
      select distinct c.serial_number as serial
      from container k
      join card_right r on r.org_id = k.org_id and r.container_group_id = k.container_group_id
      join card c on c.org_id = r.org_id and c.id = r.card_id and c.status = 'normal'
      where k.id = ${containerId} order by 1`.execute(tx),
  );
  return rows.map(({ serial }) => serial);
}

/** Where the kept lists are not what they should be. */
export async function differences(): Promise<unknown[]> {
  const { rows } = await asSystem((tx) =>
    sql`
    select * from card_due d full join (select * from card_grant where action <> 'forget') h
      using (org_id, container_group_id, card_id)
    where h.action is distinct from d.action`.execute(tx),
  );
  return rows;
}
