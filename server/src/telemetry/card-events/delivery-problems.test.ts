import { describe, expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asOwner, signIn } from '../../testing/harness.ts';
import { aResidentWithCard, event, record, stored } from './card-event.fixture.ts';

const Gaps = `query ($id: ID!, $first: Int!) {
  cardEventGaps(containerId: $id, first: $first) { missing count gaps { bootNumber first last } }
}`;
const Quarantined = `query ($id: ID!, $first: Int, $after: String) {
  cardEventsSetAside(containerId: $id, first: $first, after: $after) {
    totalCount pageInfo { endCursor hasNextPage } nodes { bootNumber eventNumber kind keptKind keptDeviceAt deviceAt }
  }
}`;

describe('an event that says something else under a number that is taken', () => {
  it('is set aside once, whatever it differs in, and what came first stays', async () => {
    const { org, container, serial, gateway } = await aResidentWithCard();
    const at = new Date(Date.now() - 60_000).toISOString();
    const first = event(container.id, 1, { at, serialNumber: serial });
    await record(gateway, [first]);
    const others = [
      { ...first, kind: 'no_use' },
      { ...first, at: new Date().toISOString() },
      { ...first, serialNumber: 'FFFFFFFF' },
      { ...first, serialNumber: null },
      { ...first, listVersion: '7' },
    ];

    const answer = await record(gateway, [first, ...others]);
    await record(gateway, others);

    expect(answer.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['duplicate', null],
      ...others.map(() => ['duplicate', 'cardEvent.otherContent']),
    ]);
    expect(answer.completeUpTo).toMatchObject([{ number: 1 }]);
    expect(await stored(container.id)).toMatchObject([{ kind: 'full_use', serial_number: serial, list_version: null }]);
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await implementer.run(Quarantined, { id: container.id });
    expect(data.cardEventsSetAside.totalCount).toBe(5);
    expect(data.cardEventsSetAside.nodes[0]).toMatchObject({ keptKind: 'full_use', keptDeviceAt: at, eventNumber: 1 });
  });

  it.each(['root', 'local_implementer', 'local_reporter', 'container_admin'] as const)(
    'is told beside what is kept, to a %s',
    async (role) => {
      const { org, container, gateway } = await aResidentWithCard();
      await record(gateway, [event(container.id, 1), event(container.id, 1, { kind: 'no_use' })]);
      const caller = await signIn([role], role === 'root' ? {} : { orgIds: [org.id] });

      const { data } = await caller.run(Quarantined, { id: container.id });

      expect(data.cardEventsSetAside.nodes).toMatchObject([{ kind: 'no_use', keptKind: 'full_use' }]);
    },
  );

  it('is none that names no card and no list by a blank text, once so and once so', async () => {
    const { container, gateway } = await aResidentWithCard();
    const at = new Date().toISOString();
    const blanks = [{ serialNumber: '', listVersion: '' }, { serialNumber: null, listVersion: null }, {}];

    const { results } = await record(
      gateway,
      blanks.map((blank) => event(container.id, 1, { at, ...blank })),
    );

    expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate', 'duplicate']);
    expect(await stored(container.id)).toMatchObject([{ serial_number: null, list_version: null }]);
  });

  it('is noticed within one batch, and the lock goes on behind it', async () => {
    const { container, gateway } = await aResidentWithCard();

    const { results, completeUpTo } = await record(gateway, [
      event(container.id, 1),
      event(container.id, 1, { kind: 'no_use' }),
      event(container.id, 2),
    ]);

    expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate', 'accepted']);
    expect(completeUpTo).toMatchObject([{ number: 2 }]);
  });

  it('is read page by page, without who by those who may not know, and by nobody of another org', async () => {
    const { org, container, gateway } = await aResidentWithCard();
    const numbers = [1, 2, 3];
    await record(
      gateway,
      numbers.map((number) => event(container.id, number, { serialNumber: 'AABBCCDD' })),
    );
    await record(
      gateway,
      numbers.map((number) => event(container.id, number, { kind: 'no_use', serialNumber: 'AABBCCDD' })),
    );
    const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    const one = (await reporter.run(Quarantined, { id: container.id, first: 2 })).data.cardEventsSetAside;
    const two = await reporter.run(Quarantined, { id: container.id, first: 2, after: one.pageInfo.endCursor });

    expect([...one.nodes, ...two.data.cardEventsSetAside.nodes].map(({ eventNumber }) => eventNumber)).toEqual(
      numbers.toReversed(),
    );
    const who = await reporter.run(
      `query ($id: ID!) { cardEventsSetAside(containerId: $id) { nodes { serialNumber } } }`,
      {
        id: container.id,
      },
    );
    expect(who.errors?.[0]).toMatchObject({ code: 'Forbidden' });
    expect((await stranger.run(Quarantined, { id: container.id })).errors).toMatchObject([{ code: 'NotFound' }]);
  });
});

describe('a lock whose board was exchanged counts from 1 again, where the events of these numbers are gone', () => {
  const gone: Record<string, (orgId: string) => readonly string[]> = {
    forgotten: (orgId) => [
      `insert into event_forgetting (org_id, kept_from) values ('${orgId}', now() - interval '1 month')`,
    ],
    'moved outside': (orgId) => [
      `insert into cold_file (name, org_id, month, events, bytes, sha256, last_tx, container_ids)
        values ('${orgId}', '${orgId}', date_trunc('month', now() - interval '2 months'), 1, 1, '', '1', '{}')`,
    ],
  };

  it.each(Object.keys(gone))('of events that are %s', async (how) => {
    const { org, container, gateway } = await aResidentWithCard();
    const at = new Date(Date.now() - 70 * 86_400_000).toISOString();
    const sent = [1, 2].map((number) => event(container.id, number, { at }));
    await record(gateway, sent);
    await asOwner(`delete from stored_event where org_id = '${org.id}'`, ...(gone[how]?.(org.id) ?? []));

    const again = await record(gateway, sent);
    const anew = await record(
      gateway,
      [1, 2, 3].map((number) => event(container.id, number)),
    );

    expect(again.results.map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate']);
    expect(anew.results.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'cardEvent.otherContent',
      'cardEvent.otherContent',
      'accepted',
    ]);
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await implementer.run(Quarantined, { id: container.id });
    expect(data.cardEventsSetAside.nodes).toMatchObject([
      { eventNumber: 2, keptKind: null },
      { eventNumber: 1, keptKind: null },
    ]);
  });
});

describe('what a lock has not delivered', () => {
  it('is told run by run, the oldest first, and counted beyond what is listed', async () => {
    const { org, container, gateway } = await aResidentWithCard();
    const reader = await signIn(['container_admin'], { orgIds: [org.id] });
    const gaps = async (first = 50) => (await reader.run(Gaps, { id: container.id, first })).data.cardEventGaps;
    expect(await gaps()).toEqual({ missing: 0, count: 0, gaps: [] });

    await record(gateway, [
      ...[2, 5, 6, 10].map((number) => event(container.id, number, { bootNumber: 1 })),
      ...[1, 2].map((number) => event(container.id, number, { bootNumber: 0 })),
      event(container.id, 3, { bootNumber: 2 }),
    ]);

    const [one, two, three, four] = [
      { bootNumber: 1, first: 1, last: 1 },
      { bootNumber: 1, first: 3, last: 4 },
      { bootNumber: 1, first: 7, last: 9 },
      { bootNumber: 2, first: 1, last: 2 },
    ];
    expect(await gaps()).toEqual({ missing: 8, count: 4, gaps: [one, two, three, four] });
    expect(await gaps(2)).toEqual({ missing: 8, count: 4, gaps: [one, two] });

    await record(gateway, [event(container.id, 3, { bootNumber: 1 }), event(container.id, 4, { bootNumber: 1 })]);
    expect(await gaps()).toEqual({ missing: 6, count: 3, gaps: [one, three, four] });
  });

  it('is listed in bounds', async () => {
    const { org, container } = await aResidentWithCard();
    const reader = await signIn(['local_implementer'], { orgIds: [org.id] });

    expect((await reader.run(Gaps, { id: container.id, first: 201 })).errors).toMatchObject([
      { code: 'LimitExceeded' },
    ]);
    expect((await reader.run(Gaps, { id: container.id, first: 0 })).errors).toMatchObject([
      { code: 'ValidationFailed' },
    ]);
    const foreign = await aContainer({ org_id: (await anOrg()).id });
    expect((await reader.run(Gaps, { id: foreign.id, first: 5 })).errors).toMatchObject([{ code: 'NotFound' }]);
  });
});
