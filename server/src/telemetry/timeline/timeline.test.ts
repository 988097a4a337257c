import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Role } from '@noa/domain/vocabulary.ts';
import { aCard, aContainer, anApartment, anEntrance, aManager, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { aResidentWithCard, event, newSerial, record } from '../card-events/card-event.fixture.ts';
import { minutesAgo, Record as RecordUpdates, update } from '../status-updates/status-update.fixture.ts';

type Kind = 'containerGroup' | 'entrance' | 'apartment';

interface Day {
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly openings: number;
  readonly refusals: number;
  readonly cardActions: number;
  readonly handovers: number | null;
  readonly emptyings: number | null;
}

const timelineOf = (kind: Kind) => /* GraphQL */ `
  query ($id: ID!, $days: Int! = 30, $asOf: DateTime) {
    ${kind}(id: $id, asOf: $asOf) {
      timeline(days: $days) { date from to openings refusals cardActions handovers emptyings }
    }
  }
`;

async function read(caller: Caller, kind: Kind, id: string, variables: object = {}): Promise<Day[]> {
  const { data, errors } = await caller.run(timelineOf(kind), { id, ...variables });
  expect(errors).toBeUndefined();
  return data[kind].timeline;
}

const daysAgo = (days: number) => minutesAgo(days * 24 * 60);

/** A zone whose noon is now: what happened a number of days ago happened on the day of that distance. */
const zoneOfNoon = () => {
  const offset = new Date().getUTCHours() - 12;
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '+' : ''}${offset}`;
};

/** What somebody with a card did at a container, with who looks after the entrance. */
async function aTown() {
  const town = await aResidentWithCard();
  const { org, container, entrance, apartment } = town;
  const manager = await aManager({ org_id: org.id });
  await asSystem(async (tx) => {
    await tx.updateTable('org').set({ time_zone: zoneOfNoon() }).where('id', '=', org.id).execute();
    await tx.updateTable('entrance').set({ manager_id: manager.id }).where('id', '=', entrance.id).execute();
  });
  const ids: Readonly<Record<Kind, string>> = {
    containerGroup: container.container_group_id,
    entrance: entrance.id,
    apartment: apartment.id,
  };
  const as = (role: Role) => signIn([role], { orgIds: [org.id], managers: [manager], apartments: [apartment] });
  return { ...town, manager, ids, as };
}

/** Apart from days on which nothing happened. */
const busy = (days: readonly Day[]) =>
  days
    .filter((day) => day.openings + day.refusals + day.cardActions + (day.handovers ?? 0) + (day.emptyings ?? 0) > 0)
    .map(({ from: _from, to: _to, ...day }) => day);

describe('a timeline', () => {
  it('tells of an apartment, its entrance and a platform what happened, day by day', async () => {
    const { container, card, serial, gateway, ids, as } = await aTown();
    const implementer = await as('local_implementer');
    await record(gateway, [
      event(container.id, 1, { serialNumber: serial, at: daysAgo(5) }),
      event(container.id, 2, { serialNumber: serial, at: daysAgo(5), kind: 'open_after_use' }),
      event(container.id, 3, { serialNumber: serial, at: daysAgo(5), kind: 'access_denied' }),
      event(container.id, 4, { serialNumber: newSerial(), at: daysAgo(2), kind: 'access_denied' }),
      event(container.id, 5, { serialNumber: serial, at: daysAgo(30) }),
    ]);
    await gateway.run(RecordUpdates, {
      updates: [
        update(container.id, 1, { kind: 'emptying_detected', value: null, at: daysAgo(4) }),
        update(container.id, 2, { kind: 'servicing', value: null, at: daysAgo(3) }),
      ],
    });
    const { data } = await implementer.run('query ($id: ID!) { card(id: $id) { rowId } }', { id: card.id });
    await implementer.run('mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId) { status } }', {
      id: card.id,
      rowId: data.card.rowId,
    });

    const platform = await read(implementer, 'containerGroup', ids.containerGroup);

    expect(platform).toHaveLength(30);
    expect(platform.map(({ from }) => from)).toEqual(platform.map(({ from }) => from).toSorted());
    expect(platform.slice(1).map(({ from }) => from)).toEqual(platform.slice(0, -1).map(({ to }) => to));
    const [five, four, two, today] = [5, 4, 2, 0].map((ago) => platform[29 - ago]?.date);
    const none = { openings: 0, refusals: 0, cardActions: 0 };
    expect(busy(platform)).toEqual([
      { ...none, date: five, openings: 2, refusals: 1, handovers: null, emptyings: 0 },
      { ...none, date: four, handovers: null, emptyings: 1 },
      { ...none, date: two, refusals: 1, handovers: null, emptyings: 0 },
    ]);
    for (const kind of ['entrance', 'apartment'] as const) {
      expect(busy(await read(implementer, kind, ids[kind])), kind).toEqual([
        { ...none, date: five, openings: 2, refusals: 1, handovers: 0, emptyings: null },
        { ...none, date: today, cardActions: 1, handovers: 1, emptyings: null },
      ]);
    }
    expect(busy(await read(implementer, 'apartment', ids.apartment, { days: 31 }))).toHaveLength(3);
  });

  it('tells of an emptying once that the lock and who emptied it tell of', async () => {
    const { container, gateway, ids, as } = await aTown();
    const admin = await as('container_admin');
    const emptied = { kind: 'emptying_detected', value: null };
    const say = (at: string) =>
      admin.run('mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }', {
        input: { containerId: container.id, kind: 'emptying_detected', at },
      });
    await say(minutesAgo(4 * 24 * 60 + 20));
    await gateway.run(RecordUpdates, { updates: [update(container.id, 1, { ...emptied, at: daysAgo(4) })] });
    await say(minutesAgo(2 * 24 * 60 + 70));
    await gateway.run(RecordUpdates, { updates: [update(container.id, 2, { ...emptied, at: daysAgo(2) })] });

    expect(busy(await read(admin, 'containerGroup', ids.containerGroup)).map(({ emptyings }) => emptyings)).toEqual([
      1, 2,
    ]);
  });

  it('tells when cards were taken back', async () => {
    const { card, apartment, ids, as } = await aTown();
    await asSystem((tx) =>
      sql`update apartment_card set active = false where card_id = ${card.id} and apartment_id = ${apartment.id}`.execute(
        tx,
      ),
    );

    const days = await read(await as('manager'), 'entrance', ids.entrance, { days: 1 });

    expect(days).toMatchObject([{ handovers: 2 }]);
  });

  it('has 1 to 92 days, and nothing of the past', async () => {
    const { ids, as } = await aTown();
    const implementer = await as('local_implementer');

    expect(await read(implementer, 'entrance', ids.entrance, { days: 92 })).toHaveLength(92);
    for (const [days, code] of [
      [0, 'ValidationFailed'],
      [93, 'LimitExceeded'],
    ] as const) {
      const { errors } = await implementer.run(timelineOf('entrance'), { id: ids.entrance, days });
      expect(errors).toMatchObject([{ code }]);
    }
    expect(await read(implementer, 'entrance', ids.entrance, { asOf: new Date().toISOString() })).toBeNull();
  });

  it('counts a day of 25 hours as one, by the clock of the org', async () => {
    const { org, ids, as } = await aTown();
    await asSystem((tx) =>
      tx.updateTable('org').set({ time_zone: 'Europe/Bucharest' }).where('id', '=', org.id).execute(),
    );

    const days = await read(await as('local_implementer'), 'entrance', ids.entrance, { days: 92 });

    const dayIn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short' });
    expect(days.map(({ from }) => dayIn.format(new Date(from)))).toEqual(days.map(({ date }) => date));
    expect(days.at(-1)?.date).toBe(dayIn.format(new Date()));
  });
});

const List = /* GraphQL */ `
  query ($filter: CardEventFilter) {
    cardEvents(filter: $filter, first: 1) {
      totalCount
    }
  }
`;

describe('who is told by a timeline', () => {
  it.each([
    ['local_implementer', ['containerGroup', 'entrance', 'apartment']],
    ['manager', ['containerGroup', 'entrance', 'apartment']],
    ['ara_user', ['containerGroup', 'entrance', 'apartment']],
    ['local_reporter', ['containerGroup']],
    ['container_admin', ['containerGroup']],
  ] as const)('%s: of %s, and of each as much as the list of events', async (role, kinds) => {
    const { org, group, container, serial, gateway, manager, ids, as } = await aTown();
    // The time of another manager, a neighbour, and another entrance at the same platform.
    const neighbour = await aHolder(org.id, { entrance_id: ids.entrance });
    const elsewhere = await anEntrance({ org_id: org.id, access_group_id: group.id });
    const beyond = await aHolder(org.id, { entrance_id: elsewhere.id });
    await record(gateway, [
      event(container.id, 1, { serialNumber: serial, at: daysAgo(3) }),
      event(container.id, 2, { serialNumber: neighbour, at: daysAgo(3) }),
      event(container.id, 3, { serialNumber: beyond, at: daysAgo(3) }),
      event(container.id, 4, { serialNumber: beyond, at: daysAgo(2), kind: 'access_denied' }),
    ]);
    const present = await aManager({ org_id: org.id });
    const looksAfter = (id: string) =>
      asSystem((tx) => tx.updateTable('entrance').set({ manager_id: id }).where('id', '=', ids.entrance).execute());
    await looksAfter(present.id);
    await record(gateway, [event(container.id, 5, { serialNumber: serial, at: daysAgo(1) })]);
    await looksAfter(manager.id);
    const caller = await as(role);

    for (const kind of ['containerGroup', 'entrance', 'apartment'] as const) {
      const isTold = (kinds as readonly Kind[]).includes(kind);
      const { data, errors } = await caller.run(timelineOf(kind), { id: ids[kind], days: 5 });
      expect(
        errors?.map(({ code }: { code: string }) => code),
        kind,
      ).toEqual(isTold ? undefined : ['Forbidden']);
      for (const { from, to, openings, refusals, cardActions } of (isTold ? data[kind].timeline : []) as Day[]) {
        const list = await caller.run(List, { filter: { [`${kind}Id`]: ids[kind], from, to } });
        expect(list.errors).toBeUndefined();
        expect(openings + refusals + cardActions, `${kind} ${from}`).toBe(list.data.cardEvents.totalCount);
      }
    }
    const total = (days: readonly Day[]) => days.reduce((sum, { openings, refusals }) => sum + openings + refusals, 0);
    const told = await read(caller, 'containerGroup', ids.containerGroup);
    expect(total(told)).toBe(
      { ara_user: 2, manager: 2, local_implementer: 5, local_reporter: 5, container_admin: 5 }[role],
    );
    expect(told[0]?.emptyings).toBe(role === 'ara_user' ? null : 0);
  });

  it('whoever may not know who is told the same, whichever small entrance it was', async () => {
    const { org, group, container, gateway, ids, as } = await aTown();
    const small = await anEntrance({ org_id: org.id, access_group_id: group.id });
    const [here, there] = [
      await aHolder(org.id, { entrance_id: ids.entrance }),
      await aHolder(org.id, { entrance_id: small.id }),
    ];
    const other = await aContainer({ org_id: org.id });
    const opens = (containerId: string, serials: readonly string[]) =>
      record(
        gateway,
        serials.map((serialNumber, index) => event(containerId, index + 1, { serialNumber, at: daysAgo(index + 1) })),
      );
    await opens(container.id, [here, here, there]);
    await opens(other.id, [there, there, here]);

    for (const role of ['local_reporter', 'container_admin'] as const) {
      const caller = await as(role);
      const [one, another] = [
        await read(caller, 'containerGroup', container.container_group_id),
        await read(caller, 'containerGroup', other.container_group_id),
      ];
      expect(one).toEqual(another);
    }
  });

  it('nobody of another org', async () => {
    const { ids } = await aTown();
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    for (const kind of ['containerGroup', 'entrance', 'apartment'] as const) {
      const { data } = await stranger.run(timelineOf(kind), { id: ids[kind] });
      expect(data[kind]).toBeNull();
    }
  });
});

/** The serial of a card that a new apartment holds. */
async function aHolder(orgId: string, given: { entrance_id: string }): Promise<string> {
  const apartment = await anApartment({ org_id: orgId, ...given });
  return (await aCard({ org_id: orgId, serial_number: newSerial(), apartment })).serial_number;
}
