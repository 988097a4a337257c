import { asSystem, db, signInGateway, type Caller } from '../../testing/harness.ts';
import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { aContainer, anAccessGroup, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';

export const Record = /* GraphQL */ `
  mutation ($events: [CardEventInput!]!) {
    recordCardEvents(events: $events) {
      results {
        index
        outcome
        reason
      }
      completeUpTo {
        containerId
        bootNumber
        number
      }
    }
  }
`;

let serials = 0;
export const newSerial = () => `04AB${(++serials).toString(16).padStart(4, '0').toUpperCase()}`;

/** A resident's card, and a container its access group opens. */
export async function aResidentWithCard() {
  const org = await anOrg();
  const container = await aContainer({ org_id: org.id, volume_control_litres: 60 });
  const group = await anAccessGroup({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id });
  const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const serial = newSerial();
  const card = await asSystem(async (tx) => {
    await tx
      .insertInto('access_group_container_group')
      .values({ org_id: org.id, access_group_id: group.id, container_group_id: container.container_group_id })
      .execute();
    const row = await tx
      .insertInto('card')
      .values({ org_id: org.id, kind: 'physical', serial_number: serial, display_serial_number: 'ABCDEFG' })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('apartment_card')
      .values({ org_id: org.id, apartment_id: apartment.id, card_id: row.id })
      .execute();
    return row;
  });
  return { org, container, group, entrance, apartment, card, serial, gateway: await signInGateway([org.id]) };
}

/** A message of `containerId`, as a lock sends it. */
export const event = (containerId: string, eventNumber: number, over: object = {}) => ({
  containerId,
  bootNumber: 0,
  eventNumber,
  kind: 'full_use',
  at: new Date().toISOString(),
  ...over,
});

/** What is kept of a container's events. */
export const stored = (containerId: string) =>
  read(db, everything, (tx) =>
    tx.selectFrom('card_event').selectAll().where('container_id', '=', containerId).orderBy('event_number').execute(),
  );

/** Sends a batch and gives the receipt. */
export async function record(gateway: Caller, events: readonly object[]) {
  const { data, errors } = await gateway.run(Record, { events });
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  return data.recordCardEvents as {
    results: { index: number; outcome: 'accepted' | 'duplicate' | 'rejected'; reason: string | null }[];
    completeUpTo: { containerId: string; bootNumber: number; number: number }[];
  };
}
