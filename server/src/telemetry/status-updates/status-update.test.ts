import { describe, expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asOwner, signIn } from '../../testing/harness.ts';
import { Record, List, aReportingContainer, minutesAgo, update, stored, StatusOf } from './status-update.fixture.ts';

describe('recordStatusUpdates', () => {
  it('stores each update once, sent five times at once and in any order', async () => {
    const { container, gateway } = await aReportingContainer();
    const updates = Array.from({ length: 40 }, (_, index) => update(container.id, index + 1));

    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, round) =>
        gateway.run(Record, {
          updates: updates.toSorted(
            (a, b) => ((a.updateNumber * (round + 7)) % 41) - ((b.updateNumber * (round + 7)) % 41),
          ),
        }),
      ),
    );

    const outcomes = answers.flatMap(({ data }) =>
      data.recordStatusUpdates.results.map(({ outcome }: { outcome: string }) => outcome),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(40);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(160);
    expect(await stored(container.id)).toHaveLength(40);
    expect(answers[0]?.data.recordStatusUpdates.completeUpTo).toEqual([
      { containerId: container.id, bootNumber: 0, number: 40 },
    ]);
  });

  it('derives the level by the thresholds of the org, unless the lock sent one', async () => {
    const { container, gateway } = await aReportingContainer();
    const values = ['10', '10.0625', '25', '26'];
    const fills = ['79.99999999999999', '80', '94', '95'];

    await gateway.run(Record, {
      updates: [
        ...values.map((value, index) => update(container.id, index + 1, { value })),
        ...fills.map((value, index) => update(container.id, index + 5, { kind: 'fill_level_pct', value })),
        update(container.id, 9, { value: '3', level: 'info' }),
        update(container.id, 10, { kind: 'emptying_detected', value: null }),
      ],
    });

    expect((await stored(container.id)).map(({ level }) => level)).toEqual([
      'error',
      'warning',
      'warning',
      'ok',
      'ok',
      'warning',
      'warning',
      'error',
      'info',
      'info',
    ]);
  });

  it('keeps the good ones when others are bad', async () => {
    const { container, gateway } = await aReportingContainer();
    const foreign = await aContainer({ org_id: (await anOrg()).id });

    const { data } = await gateway.run(Record, {
      updates: [
        update(foreign.id, 1),
        update(container.id, 1),
        update(container.id, 0),
        update(container.id, 2, { bootNumber: -1 }),
        update(container.id, 3, { value: '100.5' }),
        update(container.id, 4, { value: 'full' }),
        update(container.id, 5, { value: null }),
        update(container.id, 6, { kind: 'sync', value: 'v1' }),
        update(container.id, 7, { kind: 'servicing', value: 'x'.repeat(201) }),
        update(container.id, 8, { kind: 'sync', value: '17' }),
      ],
    });

    const bad = { outcome: 'rejected', reason: 'statusUpdate.badValue' };
    expect(data.recordStatusUpdates.results).toMatchObject([
      { outcome: 'rejected', reason: 'statusUpdate.containerNotFound' },
      { outcome: 'accepted' },
      { outcome: 'rejected', reason: 'statusUpdate.badUpdateNumber' },
      { outcome: 'rejected', reason: 'statusUpdate.badBootNumber' },
      bad,
      bad,
      bad,
      bad,
      bad,
      { outcome: 'accepted' },
    ]);
  });

  it('puts aside what says something else under a number that is taken, and keeps the first', async () => {
    const { container, gateway, implementer } = await aReportingContainer();
    const first = update(container.id, 1, { value: '80' });
    await gateway.run(Record, { updates: [first] });

    const other = { ...first, value: '8' };
    const answers = [
      await gateway.run(Record, { updates: [first, other] }),
      await gateway.run(Record, { updates: [other] }),
    ];

    const contradicting = { outcome: 'duplicate', reason: 'statusUpdate.otherContent' };
    expect(answers.map(({ data }) => data.recordStatusUpdates.results)).toMatchObject([
      [{ outcome: 'duplicate', reason: null }, contradicting],
      [contradicting],
    ]);
    expect(await stored(container.id)).toMatchObject([{ value: '80', level: 'ok' }]);
    const { data } = await implementer.run(
      `query ($id: ID!) { statusUpdatesSetAside(containerId: $id) {
        totalCount nodes { updateNumber kind value keptValue keptLevel }
      } }`,
      { id: container.id },
    );
    expect(data.statusUpdatesSetAside).toEqual({
      totalCount: 1,
      nodes: [{ updateNumber: 1, kind: 'battery_life_pct', value: '8', keptValue: '80', keptLevel: 'ok' }],
    });
  });

  it('puts aside what a lock says whose board was exchanged, under numbers of what is forgotten, and not what it says once more', async () => {
    const { org, container, gateway } = await aReportingContainer();
    const at = minutesAgo(60 * 24 * 70);
    await gateway.run(Record, { updates: [update(container.id, 1, { at })] });
    await asOwner(
      `delete from status_update where org_id = '${org.id}'`,
      `insert into event_forgetting (org_id, kept_from) values ('${org.id}', now() - interval '1 month')`,
    );

    const again = await gateway.run(Record, { updates: [update(container.id, 1, { at })] });
    const anew = await gateway.run(Record, { updates: [1, 2].map((number) => update(container.id, number)) });

    expect(again.data.recordStatusUpdates.results).toMatchObject([{ outcome: 'duplicate' }]);
    expect(anew.data.recordStatusUpdates.results).toMatchObject([
      { outcome: 'duplicate', reason: 'statusUpdate.otherContent' },
      { outcome: 'accepted' },
    ]);
  });

  it('makes the newest of each kind the status, and what arrives late history only', async () => {
    const { container, gateway, implementer } = await aReportingContainer();
    await gateway.run(Record, {
      updates: [
        update(container.id, 2, { value: '40', at: minutesAgo(5) }),
        update(container.id, 3, { kind: 'fill_level_pct', value: '97', at: minutesAgo(5) }),
      ],
    });
    await gateway.run(Record, { updates: [update(container.id, 1, { value: '5', at: minutesAgo(60) })] });

    const { data } = await implementer.run(StatusOf, { id: container.id });

    expect(data.container.status).toMatchObject({
      id: container.id,
      level: 'error',
      isSilent: false,
      readings: [
        { kind: 'battery_life_pct', value: '40', level: 'ok', isStale: false },
        { kind: 'fill_level_pct', value: '97', level: 'error', isStale: false },
      ],
    });
    expect(Date.now() - Date.parse(data.container.status.heardAt)).toBeLessThan(60_000);
    expect(await stored(container.id)).toHaveLength(3);
  });

  it('shows a fill level in the container’s record, without a version of it', async () => {
    const { container, gateway, implementer } = await aReportingContainer();

    await gateway.run(Record, { updates: [update(container.id, 1, { kind: 'fill_level_pct', value: '61.5' })] });

    const { data } = await implementer.run(StatusOf, { id: container.id });
    expect(data.container).toMatchObject({ rowId: container.row_id, fillLevelPct: 61.5 });
  });

  it('is for gateways alone, and bounded', async () => {
    const { container, gateway, implementer } = await aReportingContainer();
    const tooMany = Array.from({ length: 1_001 }, (_, index) => update(container.id, index + 1));

    expect((await gateway.run(Record, { updates: tooMany })).errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect((await implementer.run(Record, { updates: [] })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('createStatusUpdate', () => {
  const Create = `mutation ($input: CreateStatusUpdateInput!) {
    createStatusUpdate(input: $input) { kind level value note actor container { id } }
  }`;

  it('records what a technician says, which is no sign of life of the lock', async () => {
    const { container, implementer } = await aReportingContainer();

    const { data } = await implementer.run(Create, {
      input: { containerId: container.id, kind: 'fill_level_pct', value: '85', note: 'Capac rupt' },
    });

    expect(data.createStatusUpdate).toMatchObject({
      kind: 'fill_level_pct',
      level: 'warning',
      value: '85',
      note: 'Capac rupt',
      actor: expect.stringContaining('@noa.test'),
      container: { id: container.id },
    });
    const status = (await implementer.run(StatusOf, { id: container.id })).data.container.status;
    expect(status).toMatchObject({ level: 'warning', heardAt: null, isSilent: false });
  });

  it('takes what is sent again for the same, also when both arrive at once, and another moment for another', async () => {
    const { container, implementer, org } = await aReportingContainer();
    const colleague = await signIn(['local_implementer'], { orgIds: [org.id] });
    const emptied = { containerId: container.id, kind: 'emptying_detected', at: minutesAgo(90) };
    const Said = 'mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }';
    const say = async (by: typeof implementer, input: object) =>
      (await by.run(Said, { input })).data.createStatusUpdate.id as string;

    const again = await Promise.all(Array.from({ length: 5 }, () => say(implementer, emptied)));
    const later = await say(implementer, emptied);
    const others = [
      await say(implementer, { ...emptied, at: minutesAgo(10) }),
      await say(colleague, emptied),
      await say(implementer, { ...emptied, note: 'Capac rupt' }),
    ];

    expect(new Set([...again, later]).size).toBe(1);
    expect(new Set([later, ...others]).size).toBe(4);
    expect(await stored(container.id)).toHaveLength(4);
  });

  it('takes a correction back to what was said before, of the same moment, for what it is', async () => {
    const { container, implementer } = await aReportingContainer();
    const at = minutesAgo(30);
    const say = async (value: string, level?: string) => {
      const input = { containerId: container.id, kind: 'fill_level_pct', value, at, level };
      expect((await implementer.run(Create, { input })).errors).toBeUndefined();
    };

    for (const value of ['40', '40', '90', '40', '40']) {
      await say(value);
    }

    const told = await stored(container.id);
    expect(told.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual([40, 40, 90]);
    const levelNow = async () =>
      (await implementer.run(StatusOf, { id: container.id })).data.container.status.level as string;
    expect(await levelNow()).toBe('ok');

    await say('40', 'error');
    await say('40');
    expect(await levelNow()).toBe('ok');
    expect(await stored(container.id)).toHaveLength(5);
  });

  it('names the field that is wrong, and knows no container of another org', async () => {
    const { container, implementer } = await aReportingContainer();
    const foreign = await aContainer({ org_id: (await anOrg()).id });
    const attempt = async (input: object) => (await implementer.run(Create, { input })).errors?.[0];

    expect(await attempt({ containerId: container.id, kind: 'fill_level_pct', value: '120' })).toMatchObject({
      code: 'ValidationFailed',
      fields: { value: 'form.notPercent' },
    });
    expect(await attempt({ containerId: container.id, kind: 'servicing', at: '2100-01-01T00:00:00Z' })).toMatchObject({
      code: 'ValidationFailed',
      fields: { at: 'form.badMoment' },
    });
    expect(await attempt({ containerId: foreign.id, kind: 'servicing' })).toMatchObject({ code: 'NotFound' });
  });
});

describe('statusUpdates', () => {
  it('come newest first, page by page, as the filter says', async () => {
    const { container, gateway, implementer } = await aReportingContainer();
    const updates = [4, 1, 3, 2].map((minutes, index) =>
      update(container.id, index + 1, { value: `${minutes}`, at: minutesAgo(minutes) }),
    );
    await gateway.run(Record, { updates: [...updates, update(container.id, 5, { kind: 'servicing', value: null })] });
    const filter = { containerId: container.id, kind: 'battery_life_pct' };

    const first = (await implementer.run(List, { filter, first: 3 })).data.statusUpdates;
    const after = first.pageInfo.endCursor;
    const second = (await implementer.run(List, { filter, first: 3, after })).data.statusUpdates;

    const valuesOf = ({ nodes }: { nodes: { value: string }[] }) => nodes.map(({ value }) => value);
    expect(first.totalCount).toBe(4);
    expect([valuesOf(first), valuesOf(second)]).toEqual([['1', '2', '3'], ['4']]);
  });
});
