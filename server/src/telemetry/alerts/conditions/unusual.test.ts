import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { aMailServer } from '../../../mail/mail-server.fixture.ts';
import { mailing } from '../../../mail/mailing.ts';
import { aContainer, aContainerGroup, aManager, anAccessGroup, anEntrance, anOrg } from '../../../testing/factories.ts';
import { asSystem, db, signIn, type Caller } from '../../../testing/harness.ts';
import { aRule, createRule, deliverAll, evaluateAll, incidentsOf, minutesAfter } from '../alert.fixture.ts';
import { storeYoung } from '../../../testing/stored-events.ts';

/** A Monday in the week after the clocks were put back: at three in Bucharest it was one o'clock then, and midnight the week before. */
const monday = '2026-10-26';

/** A moment of the org's clock. */
const localTime = (date: string, time: string): Promise<Date> =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ at: Date }>`
      select (${`${date} ${time}`}::timestamp at time zone 'Europe/Bucharest') as at`.execute(tx);
    return rows[0]?.at ?? new Date(0);
  });

const weeksBefore = (date: string, weeks: number) =>
  new Date(Date.parse(date) - weeks * 7 * 86_400_000).toISOString().slice(0, 10);

async function anIsland() {
  const { id: orgId } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  const group = await aContainerGroup({ org_id: orgId });
  const [one, two] = [
    await aContainer({ org_id: orgId, container_group_id: group.id }),
    await aContainer({ org_id: orgId, container_group_id: group.id }),
  ];
  return { orgId, group, one, two, admin: await signIn(['container_admin'], { orgIds: [orgId] }) };
}
type Island = Awaited<ReturnType<typeof anIsland>>;

/** Openings of both containers by so many apartments, within one hour of the org's clock, which begins at `time`. */
const opened = async (island: Island, date: string, count: number, apartments: number, time = '18:00') =>
  openedFrom(island, await localTime(date, time), count, apartments);

/** The same from a moment on; numbered from another number on where some were before. */
async function openedFrom({ orgId, one, two }: Island, from: Date, count: number, apartments: number, after = 0) {
  await asSystem(async (tx) => {
    await storeYoung(
      tx,
      ['org_id', 'container_id', 'boot_number', 'event_number', 'kind', 'occurred_at', 'apartment_id'],
      sql`
        select ${orgId}::uuid as org_id, case n % 2 when 0 then ${one.id}::uuid else ${two.id}::uuid end as container_id,
          0 as boot_number, n + ${after}::int as event_number, 'full_use' as kind,
          ${from}::timestamptz + n * interval '20 seconds' as occurred_at,
          ('00000000-0000-7000-8000-' || lpad((n % ${apartments})::text, 12, '0'))::uuid as apartment_id
        from generate_series(1, ${count}::int) n`,
    );
  });
}

/** Openings of the four weeks before, the newest first, and one from before them. */
async function usually(island: Island, counts: readonly number[], apartments = 8): Promise<void> {
  await opened(island, weeksBefore(monday, 6), 1, 1);
  for (const [index, count] of counts.entries()) {
    await opened(island, weeksBefore(monday, index + 1), count, apartments);
  }
}

const unusual = { condition: 'unusual', readingKind: null, level: null, threshold: 200, minutes: 60 };
/** Two times the usual; made before the day that is looked at. */
async function aRuleOfThen({ admin, orgId }: Island): Promise<void> {
  const id = await aRule(admin, orgId, unusual);
  await asSystem((tx) => sql`update alert_rule set look_at = ${new Date(0)} where id = ${id}`.execute(tx));
}

const found = async (island: Island) => {
  const fields = 'condition state openings usualOpenings containerGroup { id } containers { id }';
  const { data } = await island.admin.run(`{ incidents(first: 9) { nodes { ${fields} } } }`);
  return data.incidents.nodes;
};

beforeEach(() => asSystem((tx) => sql`delete from alert_rule`.execute(tx)));

describe('more openings than usual', () => {
  it('are one incident of the container group, which says how many there were and how many are usual', async () => {
    const island = await anIsland();
    await aRuleOfThen(island);
    await usually(island, [9, 11, 10, 12]);
    await opened(island, monday, 30, 8);

    await evaluateAll(await localTime(monday, '18:59'));
    expect(await found(island)).toEqual([]);
    await evaluateAll(await localTime(monday, '19:01'));
    await evaluateAll(await localTime(monday, '19:30'));

    expect(await found(island)).toEqual([
      {
        condition: 'unusual',
        state: 'open',
        openings: 30,
        usualOpenings: 11,
        containerGroup: { id: island.group.id },
        containers: [island.one.id, island.two.id].toSorted().map((id) => ({ id })),
      },
    ]);
  });

  it('are resolved by themselves, and are told in one sentence', async () => {
    const mails = await aMailServer();
    mailing.set(db, { mail: { smtpUrl: mails.url, from: 'Noa <noa@noa.test>' }, publicUrl: 'https://noa.test' });
    const island = await anIsland();
    await aRuleOfThen(island);
    await usually(island, [9, 11, 10, 12]);
    await opened(island, monday, 30, 8);
    const ended = await localTime(monday, '19:01');
    await evaluateAll(ended);
    await deliverAll(ended);

    await evaluateAll(minutesAfter(ended, 60));
    await evaluateAll(minutesAfter(ended, 121));

    expect(await found(island)).toMatchObject([{ state: 'resolved' }]);
    expect(mails.mails).toHaveLength(1);
    expect(decoded(mails.mails[0]?.source ?? '')).toContain(
      'într-o oră, numărul deschiderilor a fost 30; de obicei, în aceeași zi și la aceeași oră, este de cel mult 11.',
    );
    mailing.reset(db);
  });

  it('are found in each of the two hours that the clock shows when it is put back, beside the one of that name', async () => {
    const sunday = '2026-10-25'; // at four in Bucharest it is three once more: the hour from three comes twice, at midnight and one UTC
    for (const [first, second] of [
      [30, 0],
      [0, 30],
    ] as const) {
      const island = await anIsland();
      await aRuleOfThen(island);
      await opened(island, weeksBefore(sunday, 6), 1, 1, '03:00');
      for (const week of [1, 2, 3, 4]) {
        await opened(island, weeksBefore(sunday, week), 11, 8, '03:00');
        await opened(island, weeksBefore(sunday, week), 40, 8, '02:00');
        await opened(island, weeksBefore(sunday, week), 40, 8, '04:00');
      }
      await openedFrom(island, new Date('2026-10-25T00:00:00Z'), first, 8);
      await openedFrom(island, new Date('2026-10-25T01:00:00Z'), second, 8);
      const incidents = [];
      for (const moment of ['00:59', '01:01', '01:59', '02:01']) {
        await evaluateAll(new Date(`2026-10-25T${moment}:00Z`));
        incidents.push((await found(island)).length);
      }
      expect(incidents, `${first} in the first, ${second} in the second`).toEqual(
        first > 0 ? [0, 1, 1, 1] : [0, 0, 0, 1],
      );
      expect(await found(island)).toMatchObject([{ openings: 30, usualOpenings: 11 }]);
    }
  });

  it('are told of by each rule as it demands, and what locks tell late from the next quarter of an hour on', async () => {
    const island = await anIsland();
    await aRuleOfThen(island);
    const strict = await aRule(island.admin, island.orgId, { ...unusual, threshold: 300 });
    await asSystem((tx) => sql`update alert_rule set look_at = ${new Date(0)} where id = ${strict}`.execute(tx));
    await usually(island, [11, 11, 11, 11]);
    await opened(island, monday, 20, 8);
    const count = async (time: string) => {
      await evaluateAll(await localTime(monday, time));
      return (await found(island)).length;
    };

    expect(await count('19:01')).toBe(0);
    await openedFrom(island, await localTime(monday, '18:30'), 5, 8, 1_000);
    expect([await count('19:03'), await count('19:16')]).toEqual([0, 1]);
    await openedFrom(island, await localTime(monday, '18:40'), 10, 8, 2_000);
    expect([await count('19:29'), await count('19:31'), await count('19:46')]).toEqual([1, 2, 2]);
  });

  it.each([
    ['a use that began within the four weeks', [], 40, 8, 0],
    ['one loud week before', [40, 10, 10, 10], 30, 8, 1],
    ['two loud weeks before', [30, 10, 30, 10], 40, 8, 0],
    ['two weeks in which the lock was dead', [0, 0, 20, 22], 30, 8, 0],
    ['fewer than ten more', [3, 3, 3, 3], 12, 8, 0],
    ['an hour that was always quiet', [0, 0, 0, 0], 12, 8, 1],
    ['less than the rule demands', [20, 20, 20, 20], 39, 8, 0],
    ['four apartments alone', [3, 3, 3, 3], 40, 4, 0],
  ] as const)(
    'after %s: usual %j, now %i by %i apartments: %i incidents',
    async (what, before, now, apartments, count) => {
      const island = await anIsland();
      await aRuleOfThen(island);
      if (what.startsWith('a use that began')) {
        await opened(island, weeksBefore(monday, 4), 1, 1, '19:30');
      } else {
        await usually(island, before);
      }
      await opened(island, monday, now, apartments);

      await evaluateAll(await localTime(monday, '19:01'));

      expect(await incidentsOf(island.admin)).toHaveLength(count);
    },
  );

  it('are counted also after a server whose clock was a day ahead has counted them', async () => {
    const island = await anIsland();
    await aRuleOfThen(island);
    await usually(island, [11, 11, 11, 11]);
    await opened(island, monday, 40, 8);
    await evaluateAll(await localTime('2026-10-27', '19:01'));

    await evaluateAll(await localTime(monday, '19:01'));

    expect(await found(island)).toHaveLength(1);
  });

  it('say nothing of what fewer than five apartments usually do', async () => {
    const island = await anIsland();
    await aRuleOfThen(island);
    await usually(island, [9, 9, 9, 9], 4);
    await opened(island, monday, 30, 8);

    await evaluateAll(await localTime(monday, '19:01'));

    expect(await found(island)).toMatchObject([{ openings: 30, usualOpenings: null }]);
  });

  it('are counted for those who read all events of the org, and not for a manager, who reads those of some households', async () => {
    const island = await anIsland();
    const { orgId, group } = island;
    const manager = await aManager({ org_id: orgId });
    const accessGroup = await anAccessGroup({ org_id: orgId });
    await anEntrance({ org_id: orgId, manager_id: manager.id, access_group_id: accessGroup.id });
    await asSystem((tx) =>
      tx
        .insertInto('access_group_container_group')
        .values({ org_id: orgId, access_group_id: accessGroup.id, container_group_id: group.id })
        .execute(),
    );
    await aRuleOfThen(island);
    await usually(island, [9, 11, 10, 12]);
    await opened(island, monday, 30, 8);

    await evaluateAll(await localTime(monday, '19:01'));

    const seenBy = async (admin: Caller) => found({ ...island, admin });
    expect(await seenBy(await signIn(['local_reporter'], { orgIds: [orgId] }))).toMatchObject([
      { openings: 30, usualOpenings: 11 },
    ]);
    expect(await seenBy(await signIn(['manager'], { managers: [manager] }))).toMatchObject([
      { condition: 'unusual', openings: null, usualOpenings: null },
    ]);
  });

  it('are asked for from 110 per cent on, of an hour', async () => {
    const { orgId, admin } = await anIsland();

    expect((await createRule(admin, orgId, { ...unusual, threshold: null })).errors).toMatchObject([
      { fields: { threshold: 'form.required' } },
    ]);
    expect((await createRule(admin, orgId, { ...unusual, threshold: 100, minutes: 30 })).errors).toMatchObject([
      { fields: { threshold: 'form.tooSmall', minutes: 'form.tooSmall' } },
    ]);
  });
});

/** The text of an e-mail, whose lines are quoted printable. */
const decoded = (mail: string) =>
  Buffer.from(
    mail
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
