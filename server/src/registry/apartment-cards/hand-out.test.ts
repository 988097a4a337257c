import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../database/tables.ts';
import { aCard, aManager, anApartment, anEntrance, anOrg, aSerial } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

const HandOut = /* GraphQL */ `
  mutation ($apartmentId: ID!, $serialNumber: String!, $register: Boolean! = true, $reregister: Boolean! = false) {
    handOutCard(apartmentId: $apartmentId, serialNumber: $serialNumber, register: $register, reregister: $reregister) {
      outcome
      apartmentCard {
        id
        rowId
        active
        endedAt
        apartment {
          id
        }
        card {
          id
          rowId
          kind
          status
          serialNumber
        }
      }
    }
  }
`;
const Create = 'mutation ($input: CreateCardInput!) { createCard(input: $input) { id rowId } }';
const Block = 'mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId) { id rowId } }';
const Erase = 'mutation ($id: ID!, $rowId: ID!) { eraseCard(id: $id, rowId: $rowId) { id rowId } }';
const Unassign = 'mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { id endedAt } }';

let org: Row<'org'>;
let apartment: Row<'apartment'>;
let neighbour: Row<'apartment'>;
let implementer: Caller;
let keeper: Caller;

beforeEach(async () => {
  org = await anOrg();
  const manager = await aManager({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
  apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  neighbour = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  keeper = await signIn(['manager'], { managers: [manager] });
});

const register = async (serialNumber: string, caller = implementer): Promise<{ id: string; rowId: string }> =>
  (await caller.run(Create, { input: { serialNumber, kind: 'physical' } })).data.createCard;

const handOut = (caller: Caller, serialNumber: string, given: Record<string, unknown> = {}) =>
  caller.run(HandOut, { apartmentId: apartment.id, serialNumber, ...given });

const holdersOf = (serialNumber: string) =>
  asSystem((tx) =>
    tx
      .selectFrom('apartment_card as h')
      .innerJoin('card as c', 'c.id', 'h.card_id')
      .select(['h.apartment_id', 'h.active'])
      .where('c.serial_number', '=', serialNumber)
      .execute(),
  );

const eventsOf = (serialNumber: string) =>
  asSystem((tx) =>
    tx.selectFrom('card_event').select(['kind', 'org_id']).where('serial_number', '=', serialNumber).execute(),
  );

describe('handOutCard', () => {
  it('registers a card that is not known, and hands it out', async () => {
    const serial = aSerial();

    const { data } = await handOut(implementer, serial.match(/../g)?.join(':') ?? '');

    expect(data.handOutCard).toMatchObject({
      outcome: 'registered',
      apartmentCard: {
        active: true,
        endedAt: null,
        apartment: { id: apartment.id },
        card: { kind: 'physical', status: 'normal', serialNumber: serial },
      },
    });
    expect(await holdersOf(serial)).toEqual([{ apartment_id: apartment.id, active: true }]);
  });

  it('asks before it registers a card that is not known, if that is wanted', async () => {
    const serial = aSerial();

    const asked = await handOut(implementer, serial, { register: false });
    const confirmed = await handOut(implementer, serial);

    expect(asked.errors).toMatchObject([{ fields: { serialNumber: 'form.cardUnknown' }, mayRegister: true }]);
    expect(confirmed.data.handOutCard.outcome).toBe('registered');
    expect(await holdersOf(serial)).toHaveLength(1);
  });

  it('hands out a card that is there, for a manager too', async () => {
    const serial = aSerial();
    const { id } = await register(serial);

    const { data } = await handOut(keeper, serial);

    expect(data.handOutCard).toMatchObject({ outcome: 'assigned', apartmentCard: { card: { id } } });
  });

  it('changes nothing when it is asked again', async () => {
    const serial = aSerial();
    const first = await handOut(implementer, serial);

    const again = await handOut(implementer, serial);

    expect(again.data.handOutCard).toEqual({ ...first.data.handOutCard, outcome: 'held' });
    expect(await holdersOf(serial)).toHaveLength(1);
  });

  it('hands out once when the same request arrives twice at the same moment', async () => {
    const serial = aSerial();

    const answers = await Promise.all(Array.from({ length: 4 }, () => handOut(implementer, serial)));

    const outcomes = answers.map(({ data }) => data?.handOutCard.outcome as string);
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['held', 'held', 'held', 'registered']);
    expect(await holdersOf(serial)).toHaveLength(1);
    expect(await eventsOf(serial)).toEqual([]);
  });

  it('gives a card to one of two apartments that ask at the same moment', async () => {
    const serial = aSerial();

    const answers = await Promise.all(
      [apartment, neighbour].map(({ id }) => handOut(implementer, serial, { apartmentId: id })),
    );

    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(answers.flatMap(({ errors = [] }) => errors)).toMatchObject([
      { code: 'ValidationFailed', fields: { serialNumber: 'form.cardAssigned' } },
    ]);
    expect(await holdersOf(serial)).toHaveLength(1);
  });

  it('names the apartment that holds the card', async () => {
    const serial = aSerial();
    await handOut(implementer, serial, { apartmentId: neighbour.id });

    for (const caller of [implementer, keeper]) {
      expect((await handOut(caller, serial)).errors).toMatchObject([
        {
          fields: { serialNumber: 'form.cardAssigned' },
          holder: { id: neighbour.id, label: expect.stringContaining(`ap. ${neighbour.addr_ap}`) },
        },
      ]);
    }
  });

  it('can be undone, and done again', async () => {
    const serial = aSerial();
    const { id, rowId } = (await handOut(implementer, serial)).data.handOutCard.apartmentCard;

    const undone = await implementer.run(Unassign, { id, rowId });
    const again = await handOut(implementer, serial, { apartmentId: neighbour.id });

    expect(Date.parse(undone.data.unassignCard.endedAt)).toBeGreaterThan(0);
    expect(again.data.handOutCard).toMatchObject({ outcome: 'assigned' });
  });

  it('refuses a blocked card', async () => {
    const serial = aSerial();
    await implementer.run(Block, await register(serial));

    expect((await handOut(keeper, serial)).errors).toMatchObject([{ fields: { serialNumber: 'form.cardBlocked' } }]);
  });

  it('registers an erased card again only when that is asked for, by those who may', async () => {
    const serial = aSerial();
    const old = await register(serial);
    await implementer.run(Erase, old);

    const refused = await handOut(implementer, serial);
    const keepersTry = await handOut(keeper, serial, { reregister: true });
    const { data } = await handOut(implementer, serial, { reregister: true });

    expect(refused.errors).toMatchObject([{ fields: { serialNumber: 'form.cardErased' }, mayReregister: true }]);
    expect(keepersTry.errors).toMatchObject([{ fields: { serialNumber: 'form.cardErased' }, mayReregister: false }]);
    expect(data.handOutCard).toMatchObject({ outcome: 'registered', apartmentCard: { card: { status: 'normal' } } });
    expect(data.handOutCard.apartmentCard.card.id).not.toBe(old.id);
  });

  it('registers no card for a manager, who learns as little of a card elsewhere as of none', async () => {
    const other = await anOrg();
    const elsewhere = aSerial();
    await register(elsewhere, await signIn(['local_implementer'], { orgIds: [other.id] }));
    const strange = aSerial();
    const stranger = await anApartment({ org_id: org.id });
    await handOut(implementer, strange, { apartmentId: stranger.id });

    const answers = await Promise.all([elsewhere, strange, aSerial()].map((serial) => handOut(keeper, serial)));

    for (const { errors } of answers) {
      expect(errors).toEqual([
        {
          code: 'ValidationFailed',
          message: expect.any(String),
          fields: { serialNumber: 'form.cardUnknown' },
        },
      ]);
    }
  });

  it('refuses a card that is live in another org, and records that without a word of where', async () => {
    const other = await anOrg();
    const serial = aSerial();
    await register(serial, await signIn(['local_implementer'], { orgIds: [other.id] }));

    const { errors } = await handOut(implementer, serial);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: 'form.taken' } }]);
    expect(JSON.stringify(errors)).not.toContain(other.id);
    expect(await eventsOf(serial)).toEqual([{ kind: 'duplicate_detected', org_id: org.id }]);
    expect(await holdersOf(serial)).toEqual([]);
  });

  it('tells root, who sees both, that the card belongs to another org', async () => {
    const other = await anOrg();
    const serial = aSerial();
    await register(serial, await signIn(['local_implementer'], { orgIds: [other.id] }));

    expect((await handOut(await signIn(['root']), serial)).errors).toMatchObject([
      { fields: { serialNumber: 'form.otherOrg' } },
    ]);
  });

  it('says how ambiguous text can be read, and refuses what is no serial', async () => {
    const ambiguous = await handOut(implementer, '0077771203');
    const unreadable = await handOut(implementer, 'card');

    expect(ambiguous.errors).toMatchObject([
      { fields: { serialNumber: 'form.ambiguousSerial' }, readings: { length: 3 } },
    ]);
    expect(unreadable.errors).toMatchObject([{ fields: { serialNumber: 'form.badSerial' } }]);
  });

  it('registers no card whose serial changes at each reading, but hands out one that was registered before', async () => {
    const [random, known] = ['08C0FFEE', '08C0FFEF'];
    await aCard({ org_id: org.id, serial_number: known });

    expect((await handOut(implementer, random)).errors).toMatchObject([
      { fields: { serialNumber: 'form.randomSerial' } },
    ]);
    expect(await holdersOf(random)).toEqual([]);
    expect((await handOut(implementer, known)).data.handOutCard).toMatchObject({ outcome: 'assigned' });
  });

  it('leaves no card behind when the apartment is out of reach', async () => {
    const serial = aSerial();
    const foreign = await anApartment({ org_id: (await anOrg()).id });

    for (const apartmentId of [foreign.id, 'nothing']) {
      expect((await handOut(implementer, serial, { apartmentId })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
    expect((await handOut(implementer, serial)).data.handOutCard.outcome).toBe('registered');
  });

  it.each(['local_reporter', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id], apartments: [apartment] });

    expect((await handOut(caller, aSerial())).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});
