import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, db, signIn } from '../../testing/harness.ts';
import { aResidentWithCard, event, Record, stored } from './card-event.fixture.ts';
import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';

describe('recordCardEvents', () => {
  it('keeps an event with all it belonged to at that moment', async () => {
    const { org, container, group, entrance, apartment, card, serial, gateway } = await aResidentWithCard();

    const { data } = await gateway.run(Record, {
      events: [event(container.id, 1, { serialNumber: serial.toLowerCase() })],
    });

    expect(data.recordCardEvents).toEqual({
      results: [{ index: 0, outcome: 'accepted', reason: null }],
      completeUpTo: [{ containerId: container.id, bootNumber: 0, number: 1 }],
    });
    expect(await stored(container.id)).toMatchObject([
      {
        org_id: org.id,
        container_group_id: container.container_group_id,
        card_id: card.id,
        apartment_id: apartment.id,
        entrance_id: entrance.id,
        access_group_id: group.id,
        litres: 60,
        failed_attempt: false,
      },
    ]);
  });

  it('stores each event once, sent five times at once and in any order', async () => {
    const { container, gateway } = await aResidentWithCard();
    const events = Array.from({ length: 60 }, (_, index) => event(container.id, index + 1));

    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, round) =>
        gateway.run(Record, {
          events: events.toSorted(
            (a, b) => ((a.eventNumber * (round + 7)) % 61) - ((b.eventNumber * (round + 7)) % 61),
          ),
        }),
      ),
    );

    const outcomes = answers.flatMap(({ data }) =>
      data.recordCardEvents.results.map(({ outcome }: { outcome: string }) => outcome),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(60);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(240);
    expect(await stored(container.id)).toHaveLength(60);
  });

  it('tells an event that stands twice in one batch', async () => {
    const { container, gateway } = await aResidentWithCard();
    const one = event(container.id, 1);

    const { data } = await gateway.run(Record, { events: [one, one] });

    expect(data.recordCardEvents.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'accepted',
      'duplicate',
    ]);
  });

  it('notes by the minute, and not with each batch, that a lock was seen', async () => {
    const { container, gateway } = await aResidentWithCard();
    const lastSeen = () =>
      asSystem((tx) =>
        tx
          .selectFrom('container_status_summary')
          .select('heard_at')
          .where('container_id', '=', container.id)
          .executeTakeFirstOrThrow(),
      );
    await gateway.run(Record, { events: [event(container.id, 1)] });
    const first = await lastSeen();

    await gateway.run(Record, { events: [event(container.id, 2)] });

    expect(await lastSeen()).toEqual(first);
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'keeps what a lock says that thinks it is %s',
    async (at) => {
      const { container, gateway } = await aResidentWithCard();

      const { data } = await gateway.run(Record, {
        events: [event(container.id, 1, { at }), event(container.id, 2)],
      });

      expect(data.recordCardEvents.results).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
      expect(await stored(container.id)).toMatchObject([{ clock_corrected: true }, { clock_corrected: false }]);
    },
  );

  it('says up to where nothing is missing, per boot', async () => {
    const { container, gateway } = await aResidentWithCard();

    const gap = await gateway.run(Record, { events: [1, 2, 4].map((number) => event(container.id, number)) });
    const late = await gateway.run(Record, {
      events: [event(container.id, 3), event(container.id, 2, { bootNumber: 1 })],
    });

    expect(gap.data.recordCardEvents.completeUpTo).toMatchObject([{ bootNumber: 0, number: 2 }]);
    expect(late.data.recordCardEvents.completeUpTo).toMatchObject([
      { bootNumber: 0, number: 4 },
      { bootNumber: 1, number: 0 },
    ]);
  });

  it('keeps the good ones when others are bad', async () => {
    const { container, gateway } = await aResidentWithCard();
    const foreign = await aContainer({ org_id: (await anOrg()).id });

    const { data } = await gateway.run(Record, {
      events: [
        event(foreign.id, 1),
        event(container.id, 1),
        event('nonsense', 1),
        event(container.id, 0),
        event(container.id, 2, { bootNumber: -1 }),
        event(container.id, 3, { serialNumber: 'xyz' }),
        ...['card_blocked', 'card_unblocked', 'card_erased'].map((kind) => event(container.id, 4, { kind })),
      ],
    });

    expect(data.recordCardEvents.results).toEqual([
      { index: 0, outcome: 'rejected', reason: 'cardEvent.containerNotFound' },
      { index: 1, outcome: 'accepted', reason: null },
      { index: 2, outcome: 'rejected', reason: 'cardEvent.containerNotFound' },
      { index: 3, outcome: 'rejected', reason: 'cardEvent.badEventNumber' },
      { index: 4, outcome: 'rejected', reason: 'cardEvent.badBootNumber' },
      { index: 5, outcome: 'rejected', reason: 'cardEvent.badSerialNumber' },
      ...[6, 7, 8].map((index) => ({ index, outcome: 'rejected', reason: 'cardEvent.notSeenByLocks' })),
    ]);
  });

  it('corrects a clock that cannot be right, and keeps what it said', async () => {
    const { container, gateway } = await aResidentWithCard();
    const soon = new Date(Date.now() + 4 * 60_000).toISOString();

    await gateway.run(Record, {
      events: [
        event(container.id, 1, { at: '2001-01-01T00:00:00Z' }),
        event(container.id, 2, { at: new Date(Date.now() + 6 * 60_000).toISOString() }),
        event(container.id, 3, { at: soon }),
      ],
    });

    const [old, ahead, slightly] = await stored(container.id);
    expect(old).toMatchObject({ clock_corrected: true, device_at: new Date('2001-01-01T00:00:00Z') });
    expect(old?.occurred_at.getTime()).toBeCloseTo(Date.now(), -5);
    expect(ahead).toMatchObject({ clock_corrected: true });
    expect(slightly).toMatchObject({ clock_corrected: false, occurred_at: new Date(soon) });
  });

  it('takes the org’s own retention for the oldest time that can be right', async () => {
    const { org, container, gateway } = await aResidentWithCard();
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ event_retention_months: 2 }).where('org_id', '=', org.id).execute(),
    );
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

    await gateway.run(Record, {
      events: [event(container.id, 1, { at: daysAgo(58) }), event(container.id, 2, { at: daysAgo(64) })],
    });

    expect(await stored(container.id)).toMatchObject([{ clock_corrected: false }, { clock_corrected: true }]);
  });

  it('keeps of an event that comes after the org’s term what was used, and not who used it', async () => {
    const { container, entrance, serial, gateway } = await aResidentWithCard();
    const at = new Date(Date.now() - 91 * 86_400_000).toISOString();

    await gateway.run(Record, {
      events: [
        event(container.id, 1, { at, serialNumber: serial }),
        event(container.id, 2, { at, serialNumber: serial, kind: 'access_denied' }),
      ],
    });

    const nobody = { anonymous: true, serial_number: null, card_id: null, apartment_id: null };
    expect(await stored(container.id)).toMatchObject([
      { ...nobody, entrance_id: entrance.id, litres: 60 },
      { ...nobody, failed_attempt: true, unauthorised: false },
    ]);
  });

  it('calls a refusal unauthorised when the serial is unknown or had no right', async () => {
    const { container, org, serial, gateway } = await aResidentWithCard();
    const elsewhere = await aContainer({ org_id: org.id });
    const denied = { kind: 'access_denied' };

    await gateway.run(Record, {
      events: [
        event(container.id, 1, { ...denied, serialNumber: serial }),
        event(container.id, 2, { ...denied, serialNumber: 'FFFFFFFF' }),
        event(elsewhere.id, 1, { ...denied, serialNumber: serial }),
      ],
    });

    expect(await stored(container.id)).toMatchObject([
      { failed_attempt: true, unauthorised: false },
      { failed_attempt: true, unauthorised: true, serial_number: 'FFFFFFFF', card_id: null },
    ]);
    expect(await stored(elsewhere.id)).toMatchObject([{ failed_attempt: true, unauthorised: true }]);
  });

  it('takes at most 1,000 events, and only from a gateway', async () => {
    const { org, container, gateway } = await aResidentWithCard();
    const tooMany = Array.from({ length: 1_001 }, (_, index) => event(container.id, index + 1));

    expect((await gateway.run(Record, { events: tooMany })).errors).toMatchObject([{ code: 'LimitExceeded' }]);
    for (const role of ['root', 'local_implementer', 'manager', 'ara_user'] as const) {
      const caller = await signIn([role], { orgIds: [org.id] });
      expect((await caller.run(Record, { events: [event(container.id, 1)] })).errors).toMatchObject([
        { code: 'Forbidden' },
      ]);
    }
  });
});

describe('cardEvents', () => {
  const List = `query ($filter: CardEventFilter) {
    cardEvents(filter: $filter) { totalCount nodes { kind litres container { id } } }
  }`;
  const Who = `query { cardEvents { nodes { serialNumber card { id } apartment { id } } } }`;

  it('are read by the org, without who for a reporter', async () => {
    const { org, container, serial, card, gateway } = await aResidentWithCard();
    await gateway.run(Record, { events: [event(container.id, 1, { serialNumber: serial })] });
    const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    expect((await reporter.run(List)).data.cardEvents).toMatchObject({ totalCount: 1, nodes: [{ litres: 60 }] });
    expect((await reporter.run(Who)).errors).toMatchObject([
      { code: 'Forbidden' },
      { code: 'Forbidden' },
      { code: 'Forbidden' },
    ]);
    expect((await reporter.run(List, { filter: { cardId: card.id } })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await implementer.run(Who)).data.cardEvents.nodes).toMatchObject([{ serialNumber: serial }]);
    expect((await stranger.run(List)).data.cardEvents.totalCount).toBe(0);
  });

  it('of their own apartment only are read by residents', async () => {
    const { container, apartment, serial, gateway } = await aResidentWithCard();
    await gateway.run(Record, { events: [event(container.id, 1, { serialNumber: serial }), event(container.id, 2)] });
    const resident = await signIn(['ara_user'], { apartments: [apartment] });

    expect((await resident.run(Who)).data.cardEvents.nodes).toMatchObject([{ apartment: { id: apartment.id } }]);
  });
});

it('the gateway’s account may do nothing else', async () => {
  const { gateway } = await aResidentWithCard();

  for (const source of ['{ entrances { totalCount } }', '{ cards { totalCount } }', '{ cardEvents { totalCount } }']) {
    expect((await gateway.run(source)).errors).toMatchObject([{ code: 'Forbidden' }]);
  }
});

it('events lie in the partition of their month', async () => {
  const { container, gateway } = await aResidentWithCard();
  await gateway.run(Record, { events: [event(container.id, 1)] });

  const { rows } = await read(db, everything, (tx) =>
    sql<{ partition: string }>`
      select e.tableoid::regclass::text as partition from stored_event e join numbered_container n on n.number = e.container_number where n.container_id = ${container.id}`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([{ partition: `stored_event_${new Date().toISOString().slice(0, 7).replace('-', '_')}` }]);
});
