import { cardKinds, cardStatuses, occupierKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { Row } from '../../database/tables.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
  unique,
} from '../../testing/factories.ts';
import { asSystem, together } from '../../testing/harness.ts';
import { givenEvents } from './events.ts';
import { pick, random } from './random.ts';

/** Before the period of most questions ends, so that the past has a registry too. */
const since = new Date('2025-06-01T00:00:00Z');
/** Only tests say when a version began. */
const begun: object = { valid_from: since };

async function handOutCards({ org_id, id: apartment_id }: Row<'apartment'>): Promise<string[]> {
  const ids: string[] = [];
  for (let count = random(3); count > 0; count -= 1) {
    const serial = unique('F')
      .padStart(10, '0')
      .slice(-10)
      .replaceAll(/[^0-9A-F]/g, 'F');
    const status = pick([...cardStatuses, 'normal', 'normal'] as const);
    const active = status !== 'erased' && random(3) > 0;
    ids.push(
      await asSystem(async (tx) => {
        const card = await tx
          .insertInto('card')
          .values({
            org_id,
            kind: pick(cardKinds),
            status,
            serial_number: serial,
            display_serial_number: 'AAAAAAAA',
            ...begun,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('apartment_card')
          .values({ org_id, apartment_id, card_id: card.id, active, ...begun })
          .execute();
        return card.id;
      }),
    );
  }
  return ids;
}

const dayMs = 86_400_000;
/** Days, beginning with `since`, on which something happens at an apartment. */
const eventDays = 500;

async function aHome(
  entrance: Row<'entrance'>,
  containers: readonly Row<'container'>[],
  daysBetween: number,
): Promise<void> {
  const { org_id } = entrance;
  const apartment = await anApartment({
    org_id,
    ...begun,
    entrance_id: entrance.id,
    addr_ap: String(1 + random(900)),
    occupier_kind: pick(occupierKinds),
    ...(random(2) === 0 && { occupier_name: 'Popa', occupier_id_number_hash: Buffer.from(unique('hash')) }),
  });
  const cards = await handOutCards(apartment);
  await givenEvents(
    Array.from({ length: random(2) * random(9) }, () => {
      const container = pick(containers);
      return {
        org_id,
        kind: pick(['full_use', 'open_after_use', 'access_granted', 'no_use', 'access_denied']),
        occurred_at: new Date(
          since.getTime() + random(Math.ceil(eventDays / daysBetween)) * daysBetween * dayMs + random(dayMs),
        ),
        container_id: container.id,
        container_group_id: container.container_group_id,
        waste_stream: container.waste_stream,
        boot_number: 0,
        event_number: random(1e9),
        apartment_id: apartment.id,
        card_id: pick([null, ...cards]),
        entrance_id: entrance.id,
        tower_block_id: entrance.tower_block_id,
        access_group_id: entrance.access_group_id,
        manager_id: entrance.manager_id,
        litres: pick([0, 30, 45]),
        failed_attempt: random(5) === 0,
      };
    }),
  );
}

/**
 * An org with entrances of one to eleven apartments, cards, containers, and what was done with them.
 *
 * @param daysBetween - two days on which something happens: as many months have events.
 */
export const aRandomTown = (daysBetween = 1): Promise<Row<'org'>> => together(() => makeTown(daysBetween));

async function makeTown(daysBetween: number): Promise<Row<'org'>> {
  const org = await anOrg({ ...begun });
  const org_id = org.id;
  const containers: Row<'container'>[] = [];
  for (let count = 5; count > 0; count -= 1) {
    const group = await aContainerGroup({ org_id, ...begun, access_mode: pick(['controlled', 'open']) });
    for (let inside = random(4); inside > 0 || containers.length === 0; inside -= 1) {
      containers.push(
        await aContainer({ org_id, ...begun, container_group_id: group.id, waste_stream: pick(wasteStreams) }),
      );
    }
  }
  const managers = [null, (await aManager({ org_id, ...begun })).id, (await aManager({ org_id, ...begun })).id];
  const accessGroups = [null, (await anAccessGroup({ org_id, ...begun })).id];
  for (let stair = 0; stair < 6; stair += 1) {
    const entrance = await anEntrance({
      org_id,
      ...begun,
      tower_block_id: (await aTowerBlock({ org_id, ...begun })).id,
      manager_id: pick(managers),
      access_group_id: pick(accessGroups),
    });
    for (let index = 0; index <= stair * 2; index += 1) {
      await aHome(entrance, containers, daysBetween);
    }
  }
  return org;
}
