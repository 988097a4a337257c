import { randomUUID } from 'node:crypto';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { wasteStreams, type WasteStream } from '@noa/domain/vocabulary.ts';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { DemoTown } from './town.ts';

export interface DemoContainer {
  readonly id: string;
  readonly groupId: string;
  readonly stream: WasteStream;
  readonly drum: number;
  /** For how many hours its lock has said nothing; 0 for those that speak. */
  readonly silentHours: number;
}

/** A card, and where it belongs when an apartment holds it. */
export interface DemoCard {
  readonly id: string;
  readonly serial: string;
  readonly blocked: boolean;
  readonly apartment: DemoApartment | null;
}

export interface DemoApartment {
  readonly id: string;
  readonly entranceId: string;
  readonly towerBlockId: string;
  readonly managerId: string;
  readonly accessGroupId: string;
  /** Index of the access group: its residents use the container groups 2i and 2i + 1. */
  readonly district: number;
}

export interface DemoRegistry {
  readonly orgId: string;
  readonly managerIds: readonly string[];
  readonly apartments: readonly DemoApartment[];
  readonly containers: readonly DemoContainer[];
  readonly cards: readonly DemoCard[];
}

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

/** Element `index` of a list that has it: an index out of range is a mistake of ours, not a gap to be filled. */
function at<Value>(list: readonly Value[], index: number): Value {
  const value = list[index];
  if (value === undefined) {
    throw new RangeError(`No element ${index} among ${list.length}`);
  }
  return value;
}

/** What the town council is said to have decided. */
const payByUseDecision = 'HCL 48/2025 privind taxa specială de salubrizare, plata după folosire';
const districtCount = 30;
const managerNames = ['Asociația Zorilor', 'Asociația Grădinii', 'Imobil Administrare SRL', 'Asociația Gării'];

/** Writes the town's registry in one statement a table. */
export async function seedRegistry(tx: Tx, town: DemoTown): Promise<DemoRegistry> {
  const [orgId = randomUUID()] = ids(1);
  await tx.insertInto('org').values({ id: orgId, name: 'Primăria Lunca Mare', addr: 'Piața Libertății 1' }).execute();
  // It pays by use, so that every report has something to show: who opened is kept, as elsewhere it is not.
  const settings = { mail_domains: 'noa.test', pay_by_use: true, legal_basis: payByUseDecision, identity_days: 90 };
  await tx.updateTable('org_settings').set(settings).where('org_id', '=', orgId).execute();
  const managerIds = ids(managerNames.length);
  await execute(tx)`
    insert into manager (org_id, id, name) select ${orgId}, * from unnest(${managerIds}::uuid[], ${managerNames}::text[])`;

  const groupIds = ids(town.groups.length);
  await execute(tx)`
    insert into container_group (org_id, id, item_number, addr_street, addr_nr, lat, lng, access_mode)
    select ${orgId}, g.* from unnest(${groupIds}::uuid[], ${groupIds.map((_, i) => `P-${String(i + 1).padStart(3, '0')}`)}::text[],
      ${town.groups.map(({ street }) => street)}::text[], ${town.groups.map(({ number }) => number)}::text[],
      ${town.groups.map(({ lat }) => lat)}::float8[], ${town.groups.map(({ lng }) => lng)}::float8[],
      ${groupIds.map((_, i) => (i % 20 === 19 ? 'open' : 'controlled'))}::text[]) g`;
  const containers = await seedContainers(tx, orgId, groupIds, town);

  const accessGroupIds = ids(districtCount);
  await execute(tx)`
    insert into access_group (org_id, id, name, access_mode)
    select ${orgId}, * from unnest(${accessGroupIds}::uuid[], ${accessGroupIds.map((_, i) => `Cvartal ${i + 1}`)}::text[],
      ${accessGroupIds.map((_, i) => (i === districtCount - 1 ? 'open' : 'controlled'))}::text[])`;
  await execute(tx)`
    insert into access_group_container_group (org_id, access_group_id, container_group_id)
    select ${orgId}, * from unnest(${accessGroupIds.flatMap((id) => [id, id])}::uuid[], ${groupIds}::uuid[])`;

  const apartments = await seedHomes(tx, { orgId, managerIds, accessGroupIds }, town);
  const cards = await seedCards(tx, orgId, apartments, town);
  return { orgId, managerIds, apartments, containers, cards };
}

/** Now and then a lock falls silent; some for so long that somebody should go and see. */
function silenceOf(position: number): number {
  if (position % 120 === 77) {
    return 80;
  }
  return position % 48 === 17 ? 30 : 0;
}

/** Four containers a group: residual always, and three of the other streams in turn. */
async function seedContainers(
  tx: Tx,
  orgId: string,
  groupIds: readonly string[],
  { groups }: DemoTown,
): Promise<DemoContainer[]> {
  const others = wasteStreams.filter((stream) => stream !== 'residual');
  const containers = groupIds.flatMap((groupId, group) =>
    Array.from({ length: 4 }, (_, slot): DemoContainer => {
      const stream = slot === 0 ? 'residual' : at(others, (group + slot) % others.length);
      const drum = stream === 'residual' ? 30 : 60;
      return { id: randomUUID(), groupId, stream, drum, silentHours: silenceOf(group * 4 + slot) };
    }),
  );
  await execute(tx)`
    insert into container (org_id, id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres,
      addr_street, addr_nr, lat, lng)
    select ${orgId}, c.* from unnest(${containers.map(({ id }) => id)}::uuid[], ${containers.map(({ groupId }) => groupId)}::uuid[],
      ${containers.map((_, i) => `LM-${String(i + 1).padStart(4, '0')}`)}::text[], ${containers.map(({ stream }) => stream)}::text[],
      ${containers.map(({ stream }) => (stream === 'residual' ? 1_100 : 2_500))}::int[], ${containers.map(({ drum }) => drum)}::int[],
      ${containers.map((_, i) => at(groups, Math.floor(i / 4)).street)}::text[], ${containers.map((_, i) => at(groups, Math.floor(i / 4)).number)}::text[],
      ${containers.map((_, i) => at(groups, Math.floor(i / 4)).lat)}::float8[], ${containers.map((_, i) => at(groups, Math.floor(i / 4)).lng)}::float8[]) c`;
  return containers;
}

interface Owners {
  readonly orgId: string;
  readonly managerIds: readonly string[];
  readonly accessGroupIds: readonly string[];
}

/** Tower blocks, their entrances and the apartments behind them; four entrances in a row share an access group. */
async function seedHomes(
  tx: Tx,
  { orgId, managerIds, accessGroupIds }: Owners,
  town: DemoTown,
): Promise<DemoApartment[]> {
  const blockIds = ids(town.blocks.length);
  const { blocks } = town;
  await execute(tx)`
    insert into tower_block (org_id, id, county, locality, addr_street, addr_nr, addr_bl, lat, lng)
    select ${orgId}, b.id, 'Bacău', 'Lunca Mare', b.street, b.nr, b.bl, b.lat, b.lng
    from unnest(${blockIds}::uuid[], ${blocks.map(({ street }) => street)}::text[], ${blocks.map(({ number }) => number)}::text[],
      ${blocks.map(({ block }) => block)}::text[], ${blocks.map(({ lat }) => lat)}::float8[], ${blocks.map(({ lng }) => lng)}::float8[])
      as b (id, street, nr, bl, lat, lng)`;

  const entrances = blockIds.flatMap((towerBlockId, block) =>
    Array.from({ length: town.entrancesPerBlock }, (_, staircase) => {
      const district = Math.floor((block * town.entrancesPerBlock + staircase) / 4) % accessGroupIds.length;
      return {
        id: randomUUID(),
        towerBlockId,
        name: 'ABC'[staircase] ?? String(staircase + 1),
        managerId: at(managerIds, block % managerIds.length),
        accessGroupId: at(accessGroupIds, district),
        district,
      };
    }),
  );
  await execute(tx)`
    insert into entrance (org_id, id, tower_block_id, addr_sc, manager_id, access_group_id)
    select ${orgId}, * from unnest(${entrances.map(({ id }) => id)}::uuid[], ${entrances.map(({ towerBlockId }) => towerBlockId)}::uuid[],
      ${entrances.map(({ name }) => name)}::text[], ${entrances.map(({ managerId }) => managerId)}::uuid[],
      ${entrances.map(({ accessGroupId }) => accessGroupId)}::uuid[])`;

  const apartments = entrances.flatMap(({ id: entranceId, ...entrance }) =>
    Array.from({ length: town.apartmentsPerEntrance }, () => ({ id: randomUUID(), entranceId, ...entrance })),
  );
  await execute(tx)`
    insert into apartment (org_id, id, entrance_id, addr_ap, occupier_kind, occupier_name, occupier_first_name)
    select ${orgId}, * from unnest(${apartments.map(({ id }) => id)}::uuid[], ${apartments.map(({ entranceId }) => entranceId)}::uuid[],
      ${apartments.map((_, i) => String(1 + (i % (town.apartmentsPerEntrance * town.entrancesPerBlock))))}::text[],
      ${town.occupiers.map(({ kind }) => kind)}::text[], ${town.occupiers.map(({ name }) => name)}::text[],
      ${town.occupiers.map(({ firstName }) => firstName)}::text[])`;
  return apartments;
}

/** Most apartments hold a card, some two; the rest of the cards lie in a drawer. One in fifty is blocked. */
async function seedCards(
  tx: Tx,
  orgId: string,
  apartments: readonly DemoApartment[],
  { serials }: DemoTown,
): Promise<DemoCard[]> {
  const held = Math.floor(serials.length * 0.96);
  const cards = serials.map((serial, index): DemoCard => ({
    id: randomUUID(),
    serial,
    blocked: index % 50 === 49,
    apartment: index < held ? at(apartments, (index * 7) % apartments.length) : null,
  }));
  await execute(tx)`
    insert into card (org_id, id, kind, status, serial_number, display_serial_number)
    select ${orgId}, * from unnest(${cards.map(({ id }) => id)}::uuid[],
      ${cards.map((_, i) => (i % 12 === 11 ? 'virtual' : 'physical'))}::text[],
      ${cards.map(({ blocked }) => (blocked ? 'blocked' : 'normal'))}::text[], ${serials}::text[],
      ${serials.map(displaySerialNumber)}::text[])`;
  const handed = cards.filter(({ apartment }) => apartment !== null);
  await execute(tx)`
    insert into apartment_card (org_id, apartment_id, card_id, created_at)
    select ${orgId}, h.apartment, h.card, now() - interval '100 days' from unnest(
      ${handed.map(({ apartment }) => apartment?.id)}::uuid[], ${handed.map(({ id }) => id)}::uuid[]) as h (apartment, card)`;
  return cards;
}
