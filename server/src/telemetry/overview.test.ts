import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Role } from '@noa/domain/vocabulary.ts';
import { anEntrance, aManager, anOrg } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';

const Overview = `{ overview {
  today { events refused eventsWeekBefore refusedWeekBefore }
  days { date events refused }
} }`;

interface Given {
  readonly hoursAgo: number;
  readonly refused?: boolean;
  readonly entranceId?: string;
}

const hour = 3_600_000;

/** Events around the API, as many hours ago. */
const events = (orgId: string, given: readonly Given[]) =>
  asSystem(async (tx) => {
    for (const { hoursAgo, refused = false, entranceId = null } of given) {
      const at = new Date(Date.now() - hoursAgo * hour);
      await sql`select ensure_month('stored_event', ${at}::date)`.execute(tx);
      await sql`
        insert into stored_event (org_id, kind, occurred_at, entrance_number, failed_attempt)
        values (${orgId}, ${refused ? 'access_denied' : 'card_blocked'}, ${at},
          entrance_number_of(${orgId}, ${entranceId}, null, null, (select manager_id from entrance where id = ${entranceId})),
          ${refused})`.execute(tx);
    }
  });

const dayIn = (timeZone: string, hoursAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(Date.now() - hoursAgo * hour));

const member = (role: Role, orgId: string) => signIn([role], { orgIds: [orgId] });

describe('the overview of events', () => {
  it('counts each day as its org does, refused attempts beside all, and shows days without any', async () => {
    // A zone whose noon is now: no event below falls on another day than it says.
    const { id } = await anOrg({ time_zone: zoneOfNoon() });
    await events(id, [
      { hoursAgo: 1 },
      { hoursAgo: 2, refused: true },
      { hoursAgo: 24 },
      { hoursAgo: 24 * 13 },
      { hoursAgo: 24 * 14 },
    ]);

    const { data } = await (await member('local_reporter', id)).run(Overview);

    const { days } = data.overview;
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ date: dayIn(zoneOfNoon(), 24 * 13), events: 1, refused: 0 });
    expect(days[1]).toMatchObject({ events: 0, refused: 0 });
    expect(days.slice(-2)).toEqual([
      { date: dayIn(zoneOfNoon(), 24), events: 1, refused: 0 },
      { date: dayIn(zoneOfNoon(), 0), events: 2, refused: 1 },
    ]);
  });

  it('sets today beside the same weekday a week ago, up to the same time of day', async () => {
    const { id } = await anOrg({ time_zone: zoneOfNoon() });
    const week = 24 * 7;
    await events(id, [
      { hoursAgo: 3 },
      { hoursAgo: week - 3 }, // later that day
      { hoursAgo: week + 1 },
      { hoursAgo: week + 2, refused: true },
      { hoursAgo: week + 24 },
    ]);

    const { data } = await (await member('container_admin', id)).run(Overview);

    expect(data.overview.today).toEqual({ events: 1, refused: 0, eventsWeekBefore: 2, refusedWeekBefore: 1 });
  });

  it('reaches as far as the caller reads events', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const manager = await aManager({ org_id: org.id });
    const managed = await anEntrance({ org_id: org.id, manager_id: manager.id });
    await events(org.id, [{ hoursAgo: 0, entranceId: managed.id }, { hoursAgo: 0 }]);
    await events(other.id, [{ hoursAgo: 0 }]);
    const seenBy = async (caller: Awaited<ReturnType<typeof signIn>>) =>
      (await caller.run(Overview)).data.overview.days.at(-1)?.events;

    expect(await seenBy(await member('local_implementer', org.id))).toBe(2);
    expect(await seenBy(await signIn(['manager'], { managers: [manager] }))).toBe(1);
    expect(await seenBy(await member('local_implementer', other.id))).toBe(1);
    expect(await seenBy(await signIn(['local_reporter']))).toBeUndefined();
  });

  it('has no more days than a month', async () => {
    const root = await signIn(['root']);

    expect((await root.run('{ overview { days(count: 31) { date } } }')).errors).toBeUndefined();
    expect((await root.run('{ overview { days(count: 32) { date } } }')).errors).toMatchObject([
      { code: 'LimitExceeded' },
    ]);
  });

  it('loses no event of its days, and counts none twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 24 * 12 }), { maxLength: 30 }), async (hours) => {
        const { id } = await anOrg();
        await events(
          id,
          hours.map((hoursAgo) => ({ hoursAgo })),
        );
        const { data } = await (await member('local_implementer', id)).run(Overview);
        const days: { events: number }[] = data.overview.days;

        expect(days.reduce((sum, day) => sum + day.events, 0)).toBe(hours.length);
      }),
      { numRuns: 12 },
    );
  });
});

/** A zone without summer time in which it is about noon. */
function zoneOfNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
