import { beforeAll, expect, it } from 'vitest';
import { asOwner, asSystem } from '../../testing/harness.ts';
import { anApartment } from '../../testing/factories.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { aResidentWithCard, event, newSerial, record } from './card-event.fixture.ts';

beforeAll(watchPlans);

/** A town that keeps nobody, with one entrance behind which so many apartments hold a card; the serial of one of them. */
async function anEntranceOf(apartments: number) {
  const town = await aResidentWithCard();
  const { org, entrance } = town;
  await asSystem(async (tx) => {
    await tx.updateTable('org_settings').set({ identity_days: 0 }).where('org_id', '=', org.id).execute();
  });
  for (let held = 1; held < apartments; held += 1) {
    const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    await asSystem(async (tx) => {
      const card = await tx
        .insertInto('card')
        .values({ org_id: org.id, kind: 'physical', serial_number: newSerial(), display_serial_number: 'ABCDEFG' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('apartment_card')
        .values({ org_id: org.id, apartment_id: apartment.id, card_id: card.id })
        .execute();
    });
  }
  return town;
}

/** Rows and pages that storing so many events looks at. */
async function stepsToStore({ container, serial, gateway }: Awaited<ReturnType<typeof anEntranceOf>>, events: number) {
  const tell = (from: number, count: number) =>
    record(
      gateway,
      Array.from({ length: count }, (_, index) => event(container.id, from + index, { serialNumber: serial })),
    );
  await tell(1, 1); // what is new to tell of has its number from here on
  const all = await stepsOf(() => tell(2, events));
  return [...all].reduce((sum, [text, { steps }]) => sum + (text.includes('insert into stored_event') ? steps : 0), 0);
}

it('an event looks at no more apartments behind its entrance than tell that they are enough', async () => {
  const [few, many] = [await anEntranceOf(10), await anEntranceOf(80)];
  await asOwner('analyze');

  const [ofFew, ofMany] = [await stepsToStore(few, 1), await stepsToStore(many, 1)];

  expect(ofFew).toBeGreaterThan(20);
  expect(ofMany).toBeLessThan(ofFew + 40);
});

it('uploads that tell of the same locks at once are stored together, and not each after the other', async () => {
  const { container, serial, gateway } = await aResidentWithCard();
  await record(gateway, [event(container.id, 1, { serialNumber: serial })]); // what is new to tell of has its number from here on

  const all = await stepsOf(() =>
    Promise.all(
      Array.from({ length: 12 }, (_, upload) =>
        record(gateway, [event(container.id, 2 + upload, { serialNumber: serial })]),
      ),
    ),
  );

  const stores = [...all].filter(([text]) => text.includes('insert into stored_event'));
  expect(stores.reduce((sum, [, { runs }]) => sum + runs, 0)).toBeLessThanOrEqual(4);
});
