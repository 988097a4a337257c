import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asOwner, asSystem, databaseUrl, dataKey, db } from '../../testing/harness.ts';
import type { Tx } from '../../database/database.ts';
import { anOrg } from '../../testing/factories.ts';
import { storeYoung, storeYoungEvents } from '../../testing/stored-events.ts';
import { runServer } from '../../testing/running-server.fixture.ts';
import { aResidentWithCard, event, record, stored } from '../card-events/card-event.fixture.ts';
import { forgetDue, forgetWhoIsDue } from './retention.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
/** In the middle of a month, so many months back. */
function monthsAgo(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
}

const change = (orgId: string, settings: { identity_days?: number; event_retention_months?: number }) =>
  asSystem((tx) => tx.updateTable('org_settings').set(settings).where('org_id', '=', orgId).execute());

/** A resident's card and events that were stored when they were young, so many days or at such moments ago. */
async function withEvents(moments: readonly Date[]) {
  const given = await aResidentWithCard();
  const { org, container, entrance, apartment, card, serial } = given;
  await asSystem((tx) =>
    storeYoungEvents(
      tx,
      moments.map((occurred_at, index) => ({
        org_id: org.id,
        kind: 'full_use',
        occurred_at,
        device_at: occurred_at,
        litres: 60,
        container_id: container.id,
        boot_number: 0,
        event_number: index + 1,
        card_id: card.id,
        apartment_id: apartment.id,
        entrance_id: entrance.id,
        serial_number: serial,
      })),
    ),
  );
  return given;
}

/** So many events of four months ago. */
const manyOf = (tx: Tx, { org, container }: { org: { id: string }; container: { id: string } }, count: number) =>
  storeYoung(
    tx,
    ['org_id', 'kind', 'occurred_at', 'container_id', 'boot_number', 'event_number', 'serial_number'],
    sql`
      select ${org.id}::uuid as org_id, 'no_use' as kind, ${daysAgo(120)}::timestamptz as occurred_at,
        ${container.id}::uuid as container_id, 1 as boot_number, n as event_number, 'AABBCCDD' as serial_number
      from generate_series(1, ${count}::int) n`,
  );

const months = async (): Promise<string[]> => {
  const { rows } = await asSystem((tx) =>
    sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'stored_event'::regclass order by 1`.execute(
      tx,
    ),
  );
  return rows.map(({ name }) => name);
};
const partitionOf = (moment: Date) => `stored_event_${moment.toISOString().slice(0, 7).replace('-', '_')}`;

describe('who opened', () => {
  it('is forgotten once the org’s term is over; what was used stays', async () => {
    const { org, container, entrance, card } = await withEvents([daysAgo(200), daysAgo(91), daysAgo(89)]);
    await asSystem((tx) =>
      storeYoungEvents(tx, [
        {
          org_id: org.id,
          kind: 'card_blocked',
          occurred_at: daysAgo(91),
          card_id: card.id,
          actor: 'a',
          reason: 'b',
        },
      ]),
    );

    expect(await forgetDue(db)).toBe(true);

    const nobody = { anonymous: true, card_id: null, apartment_id: null, serial_number: null };
    expect(await stored(container.id)).toMatchObject([
      { ...nobody, entrance_id: entrance.id, litres: 60 },
      { ...nobody, entrance_id: entrance.id },
      { anonymous: false, card_id: card.id },
    ]);
    const { kind, actor, reason } = await asSystem((tx) =>
      tx
        .selectFrom('card_event')
        .selectAll()
        .where('org_id', '=', org.id)
        .where('container_id', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    expect({ kind, actor, reason }).toEqual({ kind: 'card_blocked', actor: null, reason: null });
    expect(await forgetDue(db)).toBe(false);
  });

  it('is forgotten when the term is made shorter, also of what came under a longer one', async () => {
    const { org, container, serial, gateway } = await withEvents([daysAgo(40)]);
    await change(org.id, { identity_days: 30 });
    await forgetDue(db);
    await change(org.id, { identity_days: 90 });
    await record(gateway, [event(container.id, 2, { at: daysAgo(60).toISOString(), serialNumber: serial })]);
    expect(await stored(container.id)).toMatchObject([{ anonymous: true }, { anonymous: false }]);

    await change(org.id, { identity_days: 50 });
    await forgetDue(db);

    expect(await stored(container.id)).toMatchObject([{ anonymous: true }, { anonymous: true, serial_number: null }]);
  });

  it('is forgotten though what another org is to forget fails, which is told', async () => {
    const broken = await anOrg();
    const { container } = await withEvents([daysAgo(91)]);
    await asOwner(`alter table event_forgetting add constraint broken check (org_id <> '${broken.id}')`);
    onTestFinished(() => asOwner('alter table event_forgetting drop constraint broken'));

    await expect(forgetDue(db)).rejects.toThrow('broken');

    expect(await stored(container.id)).toMatchObject([{ anonymous: true, card_id: null }]);
  });

  it('is forgotten of many events, by several processes at once', async () => {
    const { org, container } = await withEvents([daysAgo(120)]);
    await asSystem((tx) => manyOf(tx, { org, container }, 4500));

    await Promise.all([forgetDue(db), forgetDue(db), forgetDue(db)]);

    expect((await stored(container.id)).filter(({ anonymous }) => !anonymous)).toEqual([]);
  });
});

describe('a server that starts', () => {
  it(
    'has forgotten who opened before it answers anything, though nobody has for long',
    { timeout: 120_000 },
    async () => {
      const { container } = await withEvents([daysAgo(200), daysAgo(91), daysAgo(89)]);

      const settings = { DEMO: '0', LOG_LEVEL: 'silent', DATA_KEY: dataKey.toString('hex') };
      const server = await runServer(databaseUrl, settings);
      onTestFinished(() => server.remove());

      expect((await stored(container.id)).map(({ anonymous }) => anonymous)).toEqual([true, true, false]);
    },
  );

  it('does so of all orgs, in steps', async () => {
    const [one, other] = [await withEvents([daysAgo(120)]), await withEvents([daysAgo(120)])];
    await asSystem((tx) => manyOf(tx, one, 2500));

    await forgetWhoIsDue(db);

    const left = [...(await stored(one.container.id)), ...(await stored(other.container.id))];
    expect(left.filter(({ anonymous }) => !anonymous)).toEqual([]);
    expect(left).toHaveLength(2502);
  });
});

describe('events past their retention', () => {
  it('go by whole months: those that no org keeps at once, the others org by org', async () => {
    const [young, old, ancient] = [monthsAgo(3), monthsAgo(14), monthsAgo(40)];
    const short = await withEvents([young, old, ancient]);
    const long = await withEvents([young, old, ancient]);
    await change(short.org.id, { event_retention_months: 12 });

    await forgetDue(db);

    const months12 = (await stored(short.container.id)).map(({ occurred_at }) => occurred_at);
    const months36 = (await stored(long.container.id)).map(({ occurred_at }) => occurred_at);
    expect(months12).toEqual([young]);
    expect(months36).toEqual([young, old]);
    expect(await months()).toContain(partitionOf(old));
    expect(await months()).not.toContain(partitionOf(ancient));
  });

  it('keep the month in which their retention ends until all of it is over', async () => {
    const begins = new Date();
    begins.setUTCMonth(begins.getUTCMonth() - 36);
    const { container } = await withEvents([begins, monthsAgo(37)]);

    await forgetDue(db);

    expect((await stored(container.id)).map(({ occurred_at }) => occurred_at)).toEqual([begins]);
  });

  it('are taken again where an org has since chosen to keep longer', async () => {
    const { org, container, gateway } = await aResidentWithCard();
    const at = monthsAgo(34);
    await record(gateway, [event(container.id, 1, { at: at.toISOString() })]);
    await asSystem((tx) => tx.updateTable('org_settings').set({ event_retention_months: 2 }).execute());
    await forgetDue(db);
    expect(await months()).not.toContain(partitionOf(at));
    await change(org.id, { event_retention_months: 36 });

    const { results } = await record(gateway, [event(container.id, 2, { at: at.toISOString() })]);

    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(await stored(container.id)).toMatchObject([{ occurred_at: at, clock_corrected: false }]);
  });

  it('are nobody’s to drop before', async () => {
    const org = await anOrg();
    const { container } = await withEvents([daysAgo(10)]);

    await asSystem((tx) => sql`select drop_forgotten_months(), forget_events(${org.id}, 100)`.execute(tx));

    expect(await stored(container.id)).toHaveLength(1);
    await expect(asSystem((tx) => sql`delete from stored_event`.execute(tx))).rejects.toThrow('permission denied');
  });
});

describe('what was told', () => {
  it('is forgotten after 13 months, also of rules and schedules that are paused', async () => {
    const { id: orgId } = await anOrg();
    await asSystem(async (tx) => {
      await sql`
        with rule as (
          insert into alert_rule (org_id, name, condition, minutes, recipients, locale, escalate_to, active)
          values (${orgId}, 'Tăcere', 'silence', 60, '{a@noa.test}', 'ro', '{}', false) returning *)
        insert into incident (org_id, rule_id, rule_name, condition, minutes, island_id, container_ids, state, opened_at, resolved_at)
        select org_id, id, name, condition, minutes, new_id(), '{}', 'resolved', m, m
        from rule, unnest(${[monthsAgo(14), monthsAgo(12)]}::timestamptz[]) m`.execute(tx);
      await sql`
        with account as (
          insert into account (issuer, subject) values ('https://noa.test', ${orgId}) returning id),
        schedule as (
          insert into report_schedule (org_id, owner_id, report, period, asked, frequency, hour, format, locale, recipients, active,
            counts_from)
          select ${orgId}, id, 'usage', 'yesterday', '{}', 'daily', 8, 'CSV', 'ro', '{a@noa.test}', false, now() from account
          returning *)
        insert into report_schedule_run (org_id, schedule_id, due_on, due_at, state, pending, accepted, finished_at)
        select org_id, id, m::date, m, 'sent', '{}', recipients, m
        from schedule, unnest(${[monthsAgo(14), monthsAgo(12)]}::timestamptz[]) m`.execute(tx);
    });

    await forgetDue(db);

    const left = await asSystem(async (tx) => {
      const { rows } = await sql<{ incidents: number; runs: number }>`
        select (select count(*)::int from incident where org_id = ${orgId}) as incidents,
          (select count(*)::int from report_schedule_run where org_id = ${orgId}) as runs`.execute(tx);
      return rows[0];
    });
    expect(left).toEqual({ incidents: 1, runs: 1 });
  });
});
