import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { nothing } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { importFile, settled } from '../import/import.fixture.ts';
import { always, AskReport, reports } from '../reports/testing/events.ts';
import { asSystem, db, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { aCard } from '../testing/factories.ts';
import { aResident } from './resident.fixture.ts';

const Events = `query ($id: ID!) {
  cardEvents { totalCount }
  apartment(id: $id) { timeline(days: 3) { openings cardActions } }
}`;
const Record = 'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }';
const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
  updateApartment(id: $id, rowId: $rowId, input: $input) { rowId }
}`;

/** Erases those who lived there before. */
async function erase(implementer: Caller, of: { id: string; rowId: string }) {
  const erased = await implementer.run(
    'mutation ($id: ID!, $rowId: ID!) { eraseOccupier(id: $id, rowId: $rowId, purpose: "cerere", formerOnly: true) }',
    of,
  );
  expect(erased.errors).toBeUndefined();
}

/** A resident whose apartment was used, and its card blocked and unblocked, before anything else is done. */
async function aUsedHome() {
  const given = await aResident();
  const { org, home, card, container } = given;
  const [implementer, gateway] = [
    await signIn(['local_implementer'], { orgIds: [org.id] }),
    await signInGateway([org.id]),
  ];
  let eventNumber = 0;
  const use = async () => {
    const event = { kind: 'full_use', at: new Date().toISOString(), serialNumber: card.serial_number };
    const events = [{ ...event, containerId: container.id, eventNumber: (eventNumber += 1) }];
    const { data } = await gateway.run(Record, { events });
    expect(data.recordCardEvents.results).toEqual([{ outcome: 'accepted' }]);
  };
  await use();
  const blocked = await implementer.run(
    'mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId) { rowId } }',
    {
      id: card.id,
      rowId: card.row_id,
    },
  );
  expect(blocked.errors).toBeUndefined();
  const present = () =>
    asSystem((tx) => tx.selectFrom('apartment').selectAll().where('id', '=', home.id).executeTakeFirstOrThrow());
  const update = async (input: object) => {
    const { row_id: rowId } = await present();
    expect((await implementer.run(Update, { id: home.id, rowId, input })).errors).toBeUndefined();
    return present();
  };
  const seen = async (caller = given.resident) => {
    const { data } = await caller.run(Events, { id: home.id });
    const days: { openings: number; cardActions: number }[] = data.apartment.timeline;
    const sum = (of: 'openings' | 'cardActions') => days.reduce((all, day) => all + day[of], 0);
    return { listed: data.cardEvents.totalCount, openings: sum('openings'), cardActions: sum('cardActions') };
  };
  return { ...given, implementer, use, update, seen };
}

it('a resident reads of what was done at home since they live there, and of nothing that another household did', async () => {
  const { use, update, seen, implementer } = await aUsedHome();
  expect(await seen()).toEqual({ listed: 2, openings: 1, cardActions: 1 });

  await update({ occupierName: 'Ionescu', occupierFirstName: 'Ana' });
  expect(await seen()).toEqual({ listed: 0, openings: 0, cardActions: 0 });

  await use();
  expect(await seen()).toEqual({ listed: 1, openings: 1, cardActions: 0 });
  expect(await seen(implementer)).toEqual({ listed: 3, openings: 2, cardActions: 1 });
});

it('a resident is shown the cards that were handed out at home since they live there, and none that another household gave back', async () => {
  const { org, home, update, resident, implementer } = await aUsedHome();
  await aCard({ org_id: org.id, apartment: home, active: false });
  const handed = async (caller = resident) => {
    const { data } = await caller.run(
      `query ($id: ID!) {
        apartment(id: $id) { apartmentCards { active } }
        apartmentCards(filter: { apartmentId: $id }) { totalCount }
      }`,
      { id: home.id },
    );
    expect(data.apartment.apartmentCards).toHaveLength(data.apartmentCards.totalCount);
    return data.apartmentCards.totalCount;
  };
  expect(await handed()).toBe(2);

  await update({ occupierName: 'Ionescu', occupierFirstName: 'Ana' });
  expect(await handed()).toBe(1);
  await aCard({ org_id: org.id, apartment: home, active: false });

  expect(await handed()).toBe(2);
  expect(await handed(implementer)).toBe(3);
});

it('a change of the apartment that leaves its occupier leaves the resident what was', async () => {
  const { update, seen } = await aUsedHome();

  await update({ addrAp: '12A' });

  expect(await seen()).toEqual({ listed: 2, openings: 1, cardActions: 1 });
});

it('what is erased of a household before leaves the resident what they did', async () => {
  const { home, update, use, seen, implementer } = await aUsedHome();
  await update({ occupierName: 'Ionescu', occupierFirstName: 'Ana' });
  await use();
  await update({ occupierIdNumber: '1800101221144' });
  await update({ occupierIdNumber: null });
  await use();
  const before = await seen();
  const { row_id: rowId } = await update({ addrAp: '12A' });

  await erase(implementer, { id: home.id, rowId });

  expect(await seen()).toEqual(before);
});

it('nor does what is erased of a household before tell those after them what it did, whose names nobody keeps', async () => {
  const { home, update, seen, implementer } = await aUsedHome();
  const { row_id: rowId } = await update({ occupierName: null });
  expect(await seen()).toMatchObject({ listed: 0 });

  await erase(implementer, { id: home.id, rowId });

  expect(await seen()).toEqual({ listed: 0, openings: 0, cardActions: 0 });
});

it('nor does an import of their ID number that is undone take it from them', async () => {
  const { org, home, update, use, seen } = await aUsedHome();
  const root = await signIn(['root']);
  await update({ occupierKind: 'domestic' });
  await use();
  const before = await seen();
  const { rows } = await asSystem((tx) =>
    sql<{ door: string }>`
      select concat_ws(';', t.addr_street, t.addr_nr, t.addr_bl, e.addr_sc, ${home.addr_ap}::text) as door
      from entrance e join tower_block t on t.id = e.tower_block_id where e.id = ${home.entrance_id}`.execute(tx),
  );
  const file = `strada;nr;bloc;scara;apartament;nume;cnp\n${rows[0]?.door};Țurcanu;1800101221144\n`;

  const { id, counts } = await importFile(root, file, { orgId: org.id });
  expect(counts).toMatchObject({ apartments: { update: 1 } });
  await root.run('mutation ($id: ID!) { undoImport(id: $id) { id } }', { id });
  await settled(root, id);

  expect(await seen()).toEqual(before);
});

it('the database tells a resident of no other household, whatever is asked of it', async () => {
  const { org, home, update } = await aUsedHome();
  await aCard({ org_id: org.id, apartment: home, active: false });
  const counts = async () => {
    const { rows } = await read(db, { ...nothing, apartmentIds: [home.id] }, (tx) =>
      sql`select (select count(*)::int from stored_event) as events, (select count(*)::int from event_identity) as whose,
        (select count(*)::int from apartment_card) as cards`.execute(tx),
    );
    return rows[0];
  };
  expect(await counts()).toEqual({ events: 2, whose: 2, cards: 2 });

  await update({ occupierName: 'Ionescu' });

  expect(await counts()).toEqual({ events: 0, whose: 0, cards: 1 });
});

it('nor does a role that reads events without who tell somebody who lives there now', async () => {
  const { org, home, card, use, update } = await aUsedHome();
  await update({ occupierName: 'Ionescu', occupierFirstName: 'Ana' });
  await use();
  const clerk = await signIn(['ara_user', 'local_reporter'], { orgIds: [org.id], apartments: [home] });

  const { data } = await clerk.run(
    '{ cardEvents { nodes { kind serialNumber apartment { id } card { id } reason } } }',
  );

  const nobody = { serialNumber: null, apartment: null, card: null, reason: null };
  expect(data.cardEvents.nodes).toEqual([
    {
      kind: 'full_use',
      serialNumber: card.serial_number,
      apartment: { id: home.id },
      card: { id: card.id },
      reason: null,
    },
    { kind: 'card_blocked', ...nobody },
    { kind: 'full_use', ...nobody },
  ]);
});

it('nor do reports: what residents are told of their home they are told there', async () => {
  const { org, home, update } = await aUsedHome();
  await update({ occupierName: 'Ionescu', occupierFirstName: 'Ana' });
  await reports.engine.refresh();
  const clerk = await signIn(['ara_user', 'local_reporter'], { orgIds: [org.id], apartments: [home] });
  const ask = (more: object) =>
    clerk.run(AskReport, { name: 'usage', input: { ...always, metrics: ['event_count'], ...more } });

  const filters = [{ field: 'apartment', operator: 'eq', value: home.id }];
  for (const personal of [{ groupBy: ['apartment'] }, { groupBy: [], filters }]) {
    expect((await ask(personal)).errors).toMatchObject([{ code: 'Forbidden' }]);
  }
  expect((await ask({ groupBy: ['entrance'] })).data.report.rows).toEqual([]);
});
