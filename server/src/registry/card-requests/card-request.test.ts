import { beforeEach, describe, expect, it } from 'vitest';
import { cardRequestLimit } from '@noa/domain/card-request.ts';
import type { Row } from '../../database/tables.ts';
import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

const fields = 'id rowId state serialNumber displaySerialNumber requestedBy updatedBy reason viewerCanSettle';
const Ask = `mutation ($apartmentId: ID!, $serialNumber: String!) {
  requestCard(apartmentId: $apartmentId, serialNumber: $serialNumber) { ${fields} apartment { id } } }`;
const Accept = `mutation ($id: ID!, $rowId: ID!) {
  acceptCardRequest(id: $id, rowId: $rowId) { ${fields} card { serialNumber kind apartmentCards { active apartment { id } } } } }`;
const Refuse = `mutation ($id: ID!, $rowId: ID!, $reason: String!) {
  refuseCardRequest(id: $id, rowId: $rowId, reason: $reason) { ${fields} } }`;
const List = `query ($filter: CardRequestFilter) { cardRequests(first: 200, filter: $filter) { totalCount nodes { ${fields} } } }`;
const History = `query ($id: ID!) {
  history(kind: "cardRequest", id: $id) { nodes { updatedBy fields { name oldValue newValue } } } }`;
const Create = 'mutation ($input: CreateCardInput!) { createCard(input: $input) { id rowId } }';

let lastSerial = 0xb8_00_00_00;
const aSerial = () => (lastSerial += 1).toString(16).toUpperCase();

let org: Row<'org'>;
let manager: Row<'manager'>;
let apartment: Row<'apartment'>;
let neighbour: Row<'apartment'>;
let implementer: Caller;
let keeper: Caller;

beforeEach(async () => {
  org = await anOrg();
  manager = await aManager({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
  apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  neighbour = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  keeper = await signIn(['manager'], { managers: [manager] });
});

const ask = (serialNumber: string, { caller = keeper, apartmentId = apartment.id } = {}) =>
  caller.run(Ask, { apartmentId, serialNumber });

const asked = async (serialNumber = aSerial()): Promise<{ id: string; rowId: string; serialNumber: string }> =>
  (await ask(serialNumber)).data.requestCard;

const accept = (caller: Caller, { id, rowId }: { id: string; rowId: string }) => caller.run(Accept, { id, rowId });

const refuse = (caller: Caller, { id, rowId }: { id: string; rowId: string }, reason = 'Nu este al nostru') =>
  caller.run(Refuse, { id, rowId, reason });

const registered = (serialNumber: string) =>
  asSystem((tx) => tx.selectFrom('card').select(['id', 'org_id']).where('serial_number', '=', serialNumber).execute());

describe('requestCard', () => {
  it('keeps what was scanned, where, and by whom, and registers nothing', async () => {
    const serial = aSerial();

    const { data } = await ask(serial.match(/../g)?.join(':') ?? '');

    expect(data.requestCard).toMatchObject({
      state: 'open',
      serialNumber: serial,
      displaySerialNumber: expect.stringMatching(/^[A-Z2-9]{7}$/),
      reason: null,
      viewerCanSettle: false,
      apartment: { id: apartment.id },
    });
    expect(data.requestCard.requestedBy).not.toBe('');
    expect(await registered(serial)).toEqual([]);
  });

  it('is one request however often it is sent, at the same moment too', async () => {
    const serial = aSerial();

    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(serial)));

    expect(new Set(answers.map(({ data }) => data.requestCard.id as string)).size).toBe(1);
    expect((await implementer.run(List)).data.cardRequests.totalCount).toBe(1);
  });

  it('refuses a serial that changes at each reading, text that is none, and a card that can be handed out', async () => {
    const known = aSerial();
    await implementer.run(Create, { input: { serialNumber: known, kind: 'physical' } });

    const refusals = await Promise.all(['08C0FFEE', 'card', '0077771203', known].map((serial) => ask(serial)));

    expect(refusals.map(({ errors }) => errors?.[0])).toMatchObject([
      { fields: { serialNumber: 'form.randomSerial' } },
      { fields: { serialNumber: 'form.badSerial' } },
      { fields: { serialNumber: 'form.ambiguousSerial' }, readings: { length: 3 } },
      { fields: { serialNumber: 'form.cardKnown' } },
    ]);
    expect((await keeper.run(List)).data.cardRequests.totalCount).toBe(0);
  });

  it('tells nothing of a card that is live elsewhere: the request is kept as any', async () => {
    const elsewhere = aSerial();
    const other = await anOrg();
    const stranger = await signIn(['local_implementer'], { orgIds: [other.id] });
    await stranger.run(Create, { input: { serialNumber: elsewhere, kind: 'physical' } });

    expect((await ask(elsewhere)).data.requestCard).toMatchObject({ state: 'open' });
  });

  it('reaches apartments of own managers only', async () => {
    const foreign = await anApartment({ org_id: (await anOrg()).id });
    const ofAnother = await anApartment({ org_id: org.id });

    for (const apartmentId of [foreign.id, ofAnother.id, 'nothing']) {
      expect((await ask(aSerial(), { apartmentId })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it('is limited for each person', async () => {
    const now = new Date();
    await asked();
    await asSystem((tx) =>
      tx
        .updateTable('rate_limit')
        .set({ tries: Array.from({ length: cardRequestLimit.times }, () => now) })
        .execute(),
    );

    expect((await ask(aSerial())).errors).toMatchObject([{ code: 'LimitExceeded', retryAt: expect.any(String) }]);
  });
});

describe('the requests of an org', () => {
  it('are seen by its people and by the managers of the apartment, and by nobody else', async () => {
    const { id } = await asked();
    const others = [
      await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] }),
      await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] }),
    ];
    const seen = async (caller: Caller) =>
      (await caller.run(List, { filter: { state: 'open', apartmentId: apartment.id } })).data.cardRequests.nodes;

    expect(await seen(implementer)).toMatchObject([{ id, viewerCanSettle: true }]);
    expect(await seen(keeper)).toMatchObject([{ id, viewerCanSettle: false }]);
    for (const other of others) {
      expect(await seen(other)).toEqual([]);
    }
  });

  it('name who sent them to the org, and to members of the same manager alone, also once the entrance is another one’s', async () => {
    const { id } = await asked();
    const { email } = (await keeper.run('{ viewer { email } }')).data.viewer;
    const colleague = await signIn(['manager'], { managers: [manager] });
    const next = await aManager({ org_id: org.id });
    const stranger = await signIn(['manager'], { managers: [next] });
    const senders = async (caller: Caller) =>
      (await caller.run(List)).data.cardRequests.nodes.map((each: Record<string, unknown>) => [
        each['id'],
        each['requestedBy'],
        each['updatedBy'],
      ]);
    const named = [[id, email, email]];
    expect([await senders(keeper), await senders(colleague)]).toEqual([named, named]);

    await asSystem((tx) =>
      tx.updateTable('entrance').set({ manager_id: next.id }).where('id', '=', apartment.entrance_id).execute(),
    );

    expect(await senders(stranger)).toEqual([[id, null, null]]);
    expect(await senders(implementer)).toEqual(named);
    const version = (await implementer.run(List)).data.cardRequests.nodes[0];
    await refuse(implementer, version);
    expect(await senders(stranger)).toEqual([[id, null, expect.stringContaining('@')]]);
  });

  it('are settled by no manager, and by nobody of another org', async () => {
    const version = await asked();
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    for (const operation of [accept, refuse]) {
      expect((await operation(keeper, version)).errors).toMatchObject([{ code: 'Forbidden' }]);
      expect((await operation(stranger, version)).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it('go with their apartment', async () => {
    const { id } = await asked();
    const { row_id } = apartment;

    const { data } = await implementer.run(
      'mutation ($id: ID!, $rowId: ID!) { deleteApartment(id: $id, rowId: $rowId) }',
      { id: apartment.id, rowId: row_id },
    );

    expect(data.deleteApartment).toBeTruthy();
    expect((await implementer.run(List)).data.cardRequests.nodes).toEqual([]);
    expect(id).not.toBe('');
  });
});

describe('acceptCardRequest', () => {
  it('registers the card and hands it out, and history says who asked and who accepted', async () => {
    const { id, rowId, serialNumber } = await asked();

    const { data } = await accept(implementer, { id, rowId });

    expect(data.acceptCardRequest).toMatchObject({
      state: 'accepted',
      viewerCanSettle: false,
      card: { serialNumber, kind: 'physical', apartmentCards: [{ active: true, apartment: { id: apartment.id } }] },
    });
    expect(await registered(serialNumber)).toMatchObject([{ org_id: org.id }]);
    const { nodes } = (await implementer.run(History, { id })).data.history;
    expect(nodes[0].fields).toContainEqual({ name: 'state', oldValue: 'open', newValue: 'accepted' });
    expect(nodes[0].updatedBy).not.toBe(nodes[1].updatedBy);
  });

  it('changes nothing when it is sent again, at the same moment too', async () => {
    const { id, rowId, serialNumber } = await asked();

    const answers = await Promise.all([1, 2, 3].map(() => accept(implementer, { id, rowId })));

    expect(answers.map(({ data }) => data?.acceptCardRequest.state as string)).toEqual(Array(3).fill('accepted'));
    expect(await registered(serialNumber)).toHaveLength(1);
  });

  it('hands out a card that was registered meanwhile', async () => {
    const { id, rowId, serialNumber } = await asked();
    await implementer.run(Create, { input: { serialNumber, kind: 'physical' } });

    expect((await accept(implementer, { id, rowId })).data.acceptCardRequest).toMatchObject({ state: 'accepted' });
    expect(await registered(serialNumber)).toHaveLength(1);
  });

  it('leaves the request as it was when the card is another apartment’s by now', async () => {
    const first = await asked();
    const second = (await ask(first.serialNumber, { apartmentId: neighbour.id })).data.requestCard;
    await accept(implementer, first);

    const { errors } = await accept(implementer, second);

    expect(errors).toMatchObject([{ fields: { serialNumber: 'form.cardAssigned' }, holder: { id: apartment.id } }]);
    expect((await implementer.run(List, { filter: { state: 'open' } })).data.cardRequests.nodes).toMatchObject([
      { id: second.id },
    ]);
  });

  it('refuses a card that is live in another org, and records the duplicate', async () => {
    const { id, rowId, serialNumber } = await asked();
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    await stranger.run(Create, { input: { serialNumber, kind: 'physical' } });

    const { errors } = await accept(implementer, { id, rowId });

    expect(errors).toMatchObject([{ fields: { serialNumber: 'form.taken' } }]);
    const events = await asSystem((tx) =>
      tx.selectFrom('card_event').select(['kind', 'org_id']).where('serial_number', '=', serialNumber).execute(),
    );
    expect(events).toEqual([{ kind: 'duplicate_detected', org_id: org.id }]);
  });
});

describe('refuseCardRequest', () => {
  it('tells whoever asked why, and registers nothing; sent again it changes nothing', async () => {
    const { id, rowId, serialNumber } = await asked();

    const first = await refuse(implementer, { id, rowId });
    const again = await refuse(implementer, { id, rowId });

    expect(first.data.refuseCardRequest).toMatchObject({ state: 'refused', reason: 'Nu este al nostru' });
    expect(again.data.refuseCardRequest).toEqual(first.data.refuseCardRequest);
    expect(await registered(serialNumber)).toEqual([]);
    expect((await keeper.run(List, { filter: { state: 'refused' } })).data.cardRequests.nodes).toMatchObject([
      { id, reason: 'Nu este al nostru' },
    ]);
  });

  it('needs a reason', async () => {
    expect((await refuse(implementer, await asked(), '  ')).errors).toMatchObject([
      { fields: { reason: 'form.required' } },
    ]);
  });

  it('is too late for a request that was accepted, and the card may be asked for anew once it was refused', async () => {
    const accepted = await asked();
    await accept(implementer, accepted);
    const refused = await asked();
    await refuse(implementer, refused);

    expect((await refuse(implementer, accepted)).errors).toMatchObject([{ fields: { id: 'cardRequest.settled' } }]);
    expect((await accept(implementer, refused)).errors).toMatchObject([{ fields: { id: 'cardRequest.settled' } }]);
    expect((await ask(refused.serialNumber)).data.requestCard).toMatchObject({ state: 'open' });
  });
});
