import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aContainer, aContainerGroup, anApartment, anEntrance } from '../../testing/factories.ts';
import { asSystem } from '../../testing/harness.ts';
import { aResidentWithCard, event, newSerial, record, stored } from './card-event.fixture.ts';

const numbersOf = (table: 'numbered_container' | 'numbered_entrance', orgId: string) =>
  asSystem((tx) => sql`select number from ${sql.table(table)} where org_id = ${orgId}`.execute(tx)).then(
    ({ rows }) => rows.length,
  );

it('an event says what its container and its entrance belonged to when it came, whatever they belong to since', async () => {
  const { org, container, entrance, group, serial, gateway } = await aResidentWithCard();
  await record(gateway, [event(container.id, 1, { serialNumber: serial })]);
  const later = await aContainerGroup({ org_id: org.id });
  await asSystem(async (tx) => {
    await tx.updateTable('container').set({ container_group_id: later.id }).where('id', '=', container.id).execute();
    await tx.updateTable('entrance').set({ access_group_id: null }).where('id', '=', entrance.id).execute();
  });

  await record(
    gateway,
    [2, 3].map((number) => event(container.id, number, { serialNumber: serial })),
  );

  const at = (container_group_id: string | null, access_group_id: string | null) => ({
    container_group_id,
    access_group_id,
    entrance_id: entrance.id,
  });
  expect(await stored(container.id)).toMatchObject([
    at(container.container_group_id, group.id),
    at(later.id, null),
    at(later.id, null),
  ]);
  expect([await numbersOf('numbered_container', org.id), await numbersOf('numbered_entrance', org.id)]).toEqual([2, 2]);
});

it('what many batches of a new town tell of at once has one number each, in whichever order, and no batch waits for ever', async () => {
  const { org, gateway } = await aResidentWithCard();
  const containers = await Promise.all(Array.from({ length: 12 }, () => aContainer({ org_id: org.id })));
  const serials = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const serial = newSerial();
      const entrance = await anEntrance({ org_id: org.id });
      const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
      await asSystem(async (tx) => {
        const card = await tx
          .insertInto('card')
          .values({ org_id: org.id, kind: 'physical', serial_number: serial, display_serial_number: 'ABCDEFG' })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('apartment_card')
          .values({ org_id: org.id, apartment_id: apartment.id, card_id: card.id })
          .execute();
      });
      return serial;
    }),
  );

  const receipts = await Promise.all(
    Array.from({ length: 6 }, (_, boot) => {
      const batch = containers.map(({ id }, index) =>
        event(id, 1, { bootNumber: boot + 1, serialNumber: serials[(index * 5 + boot) % serials.length] }),
      );
      return record(gateway, boot % 2 === 0 ? batch : batch.toReversed());
    }),
  );

  expect(receipts.flatMap(({ results }) => results.map(({ outcome }) => outcome))).toEqual(
    Array.from({ length: 72 }, () => 'accepted'),
  );
  expect([await numbersOf('numbered_container', org.id), await numbersOf('numbered_entrance', org.id)]).toEqual([
    12, 12,
  ]);
});
