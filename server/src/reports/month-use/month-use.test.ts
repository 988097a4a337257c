import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aCard, aContainer, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, db, keyring, signIn, signInGateway } from '../../testing/harness.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import '../testing/events.ts';
import { closeMonths } from './close-months.ts';

const Ask = /* GraphQL */ `
  query ($name: String!, $input: ReportInput!) {
    report(name: $name, input: $input) {
      rows
      totals
      whoKnownFrom
      freshAsOf
    }
  }
`;
const Record = /* GraphQL */ `
  mutation ($events: [CardEventInput!]!) {
    recordCardEvents(events: $events) {
      results {
        outcome
      }
    }
  }
`;

/** A town of two entrances, of six and of two apartments with a card each, and one container that all of them open. */
async function aTown(identity_days: number) {
  const { id: org_id } = await anOrg();
  await asSystem((tx) => tx.updateTable('org_settings').set({ identity_days }).where('org_id', '=', org_id).execute());
  const container = await aContainer({ org_id });
  const behind = async (many: number) => {
    const entrance = await anEntrance({ org_id });
    const cards = [];
    for (let index = 0; index < many; index += 1) {
      const apartment = await anApartment({ org_id, entrance_id: entrance.id });
      cards.push({ apartment, card: await aCard({ org_id, apartment }) });
    }
    return { entrance, cards };
  };
  const large = await behind(6);
  const small = await behind(2);
  const gateway = await signInGateway([org_id]);
  let eventNumber = 0;
  const use = async (serialNumbers: readonly string[], at = new Date()) => {
    const events = serialNumbers.map((serialNumber) => ({
      containerId: container.id,
      bootNumber: 1,
      eventNumber: (eventNumber += 1),
      kind: 'full_use',
      at: at.toISOString(),
      serialNumber,
    }));
    const { data, errors } = await gateway.run(Record, { events });
    expect(errors).toBeUndefined();
    expect(data.recordCardEvents.results.every(({ outcome }: { outcome: string }) => outcome === 'accepted')).toBe(
      true,
    );
  };
  const caller = await signIn(['local_implementer'], { orgIds: [org_id] });
  const ask = async (name: string, input: object) => {
    const { data, errors } = await caller.run(Ask, { name, input });
    expect(errors).toBeUndefined();
    return data.report;
  };
  return { org_id, container, large, small, use, caller, ask };
}

type Town = Awaited<ReturnType<typeof aTown>>;

const monthOf = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ from: string; to: string }>`
      select to_json(starts) #>> '{}' as from, to_json(ends) #>> '{}' as to from counted_month where org_id = ${orgId} order by starts`.execute(
      tx,
    );
    return rows[0] as { from: string; to: string };
  });

/** Uses of a part of each entrance's apartments; some of them twice. They were received yesterday. */
async function useSome({ org_id, large, small, use }: Town) {
  const serials = [...large.cards.slice(0, 4), ...large.cards.slice(0, 2), ...small.cards.slice(0, 1)];
  await use(serials.map(({ card }) => card.serial_number));
  await asOwner(`update month_pseudonym set day = day - 1 where org_id = '${org_id}'`);
}

const participation = {
  name: 'participation',
  input: { groupBy: ['entrance'], metrics: ['participating_count', 'card_apartment_count', 'participating_pct'] },
};
const sorted = (rows: unknown[][]) => rows.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));

describe('an org that keeps of no event whose it was', () => {
  let town: Town;
  beforeAll(async () => {
    town = await aTown(0);
    await useSome(town);
  });

  it('has no card, apartment or serial in any event, and no entrance where fewer than five apartments hold a card', async () => {
    const { rows } = await asSystem((tx) =>
      sql<
        Record<string, unknown>
      >`select e.card_id, e.apartment_id, e.serial_number, e.anonymous, e.entrance_id, e.manager_id
        from card_event e where org_id = ${town.org_id}`.execute(tx),
    );

    expect(rows).toHaveLength(7);
    for (const { card_id, apartment_id, serial_number, anonymous } of rows) {
      expect([card_id, apartment_id, serial_number, anonymous]).toEqual([null, null, null, true]);
    }
    expect(rows.filter(({ entrance_id }) => entrance_id === town.large.entrance.id)).toHaveLength(6);
    expect(rows.filter(({ entrance_id, manager_id }) => entrance_id === null && manager_id === null)).toHaveLength(1);
  });

  it('counts in the month that runs who took part, as one that keeps it, and names who did not', async () => {
    const month = await monthOf(town.org_id);
    const { rows, totals, whoKnownFrom } = await town.ask(participation.name, { ...participation.input, ...month });

    expect(sorted(rows)).toEqual(
      sorted([
        [town.large.entrance.id, 4, 6, 66.7],
        [town.small.entrance.id, 1, 2, 50],
      ]),
    );
    expect([totals.slice(1), whoKnownFrom]).toEqual([[5, 8, 62.5], null]);
    const dormant = await town.ask('dormant-apartments', {
      groupBy: ['apartment'],
      metrics: ['dormant_apartment_count'],
      ...month,
    });
    expect(dormant.rows.map(([id]: unknown[]) => id).toSorted()).toEqual(
      [...town.large.cards.slice(4), ...town.small.cards.slice(1)].map(({ apartment }) => apartment.id).toSorted(),
    );
  });

  it('tells of today tomorrow: whoever looks again and again does not see when an apartment comes', async () => {
    const later = await aTown(0);
    await later.use(later.large.cards.slice(0, 3).map(({ card }) => card.serial_number));
    const month = await monthOf(later.org_id);
    const input = { groupBy: [], metrics: ['participating_count'], ...month };
    const participating = async () => (await later.ask('participation', input)).totals;
    const today = await participating();
    expect((await later.ask('participation', input)).freshAsOf).toMatch(/T00:00:00(\.000)?Z$/);

    await asOwner(`update month_pseudonym set day = day - 1 where org_id = '${later.org_id}'`);

    expect([today, await participating()]).toEqual([[0], [3]]);
  });

  it('says of a part of a month that it is not known, and when it will be: never', async () => {
    const { from, to } = await monthOf(town.org_id);
    const later = new Date(Date.parse(from) + 86_400_000).toISOString();
    const { totals, whoKnownFrom } = await town.ask('participation', {
      from: later,
      to,
      groupBy: [],
      metrics: ['participating_count', 'card_apartment_count'],
    });

    expect(totals).toEqual([null, 8]);
    expect(whoKnownFrom).toMatch(/^2170-01-01T00:00:00/);
    const byCard = await town.ask('usage', { from, to, groupBy: ['card'], metrics: ['event_count'] });
    expect([byCard.rows, byCard.whoKnownFrom.slice(0, 4)]).toEqual([[[null, 7]], '2170']);
  });

  it('keeps whose a card was that the console has blocked, and why, for 90 days', async () => {
    const [{ card }] = town.large.cards as [Town['large']['cards'][number]];
    await town.caller.run(
      'mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId, reason: "Pierdut") { id } }',
      {
        id: card.id,
        rowId: (await town.caller.run('query ($id: ID!) { card(id: $id) { rowId } }', { id: card.id })).data.card.rowId,
      },
    );

    await forgetDue(db);

    const { data } = await town.caller.run(
      'query ($id: ID!) { cardEvents(filter: { cardId: $id, kind: card_blocked }) { nodes { reason card { id } } } }',
      { id: card.id },
    );
    expect(data.cardEvents.nodes).toEqual([{ reason: 'Pierdut', card: { id: card.id } }]);
  });
});

describe('a month that is over', () => {
  /** Sets the running month back by one, with what happened in it: it has ended, two days ago. */
  async function endMonth(orgId: string) {
    await asOwner(
      `update counted_month set starts = date_trunc('second', now() - interval '32 days'),
        ends = date_trunc('second', now() - interval '2 days') where org_id = '${orgId}'`,
      ...['apartment', 'apartment_card', 'entrance'].flatMap((table) => [
        `alter table ${table} disable trigger user`,
        `update ${table} set valid_from = now() - interval '40 days' where org_id = '${orgId}'`,
        `alter table ${table} enable trigger user`,
      ]),
    );
    return monthOf(orgId);
  }
  const leftOf = (orgId: string) =>
    asSystem(async (tx) => {
      const { rows } = await sql<{ keys: number; pseudonyms: number }>`
        select (select count(*)::int from month_key where org_id = ${orgId}) as keys,
          (select count(*)::int from month_pseudonym where org_id = ${orgId}) as pseudonyms`.execute(tx);
      return rows[0];
    });

  it('is closed though the key of another org’s month does not open, which is told', async () => {
    const [broken, town] = [await aTown(0), await aTown(0)];
    for (const each of [broken, town]) {
      await useSome(each);
      await endMonth(each.org_id);
    }
    const ofBroken = `where org_id = '${broken.org_id}'`;
    await asOwner(`update counted_month set ends = ends - interval '1 hour' ${ofBroken}`);
    await asOwner(`update month_key set key_cipher = substr(key_cipher, 2) ${ofBroken}`);
    onTestFinished(() => asOwner(`delete from month_key ${ofBroken}`));

    await expect(closeMonths(db, keyring)).rejects.toThrow();

    expect(await leftOf(town.org_id)).toEqual({ keys: 0, pseudonyms: 0 });
    expect(await leftOf(broken.org_id)).toEqual({ keys: 1, pseudonyms: 5 });
  });

  it('tells for ever how many took part, and nobody who: its key and its pseudonyms are gone', async () => {
    const town = await aTown(0);
    await useSome(town);
    expect(await leftOf(town.org_id)).toEqual({ keys: 1, pseudonyms: 5 });
    const month = await endMonth(town.org_id);
    const before = await town.ask(participation.name, { ...participation.input, ...month });

    await closeMonths(db, keyring);
    await closeMonths(db, keyring);

    expect(await leftOf(town.org_id)).toEqual({ keys: 0, pseudonyms: 0 });
    const { rows, totals, whoKnownFrom } = await town.ask(participation.name, { ...participation.input, ...month });
    expect([sorted(rows), totals, whoKnownFrom]).toEqual([sorted(before.rows), before.totals, null]);
    const byApartment = await town.ask('dormant-apartments', {
      groupBy: ['apartment'],
      metrics: ['dormant_apartment_count'],
      ...month,
    });
    expect([
      byApartment.rows.every(([, count]: unknown[]) => count === null),
      byApartment.whoKnownFrom?.slice(0, 4),
    ]).toEqual([true, '2170']);
    const records = await town.caller.run(
      'query ($input: ReportInput!) { reportRecords(name: "participation", input: $input, cell: [], metric: participating_count) { recordCount } }',
      { input: { groupBy: [], metrics: ['participating_count'], ...month } },
    );
    expect(records.errors).toMatchObject([{ code: 'ValidationFailed', fields: { from: 'report.pastIdentity' } }]);
  });

  it('is not known where its key was lost, as after a backup came back', async () => {
    const town = await aTown(0);
    await useSome(town);
    await asOwner(`delete from month_key where org_id = '${town.org_id}'`);
    const month = await endMonth(town.org_id);

    await closeMonths(db, keyring);

    const { totals } = await town.ask('participation', { groupBy: [], metrics: ['participating_count'], ...month });
    expect(totals).toEqual([null]);
  });
});

it('an org that keeps who opened and one that does not say the same of the same month, to the unit', async () => {
  const [keeping, counting] = [await aTown(90), await aTown(0)];
  await useSome(keeping);
  await useSome(counting);
  const told = async (town: Town) => {
    const month = await monthOf(town.org_id);
    const figures = [];
    for (const [name, metrics] of [
      ['participation', ['participating_count', 'card_apartment_count', 'participating_pct']],
      ['dormant-apartments', ['dormant_apartment_count']],
      ['registration-coverage', ['total_apartment_count', 'one_card_assigned_count']],
      ['usage', ['event_count', 'total_litres', 'failed_attempt_count', 'unauthorised_count']],
    ] as const) {
      figures.push(
        (await town.ask(name, { groupBy: ['org'], metrics, ...month })).rows.map((row: unknown[]) => row.slice(1)),
      );
    }
    return figures;
  };

  expect(await told(counting)).toEqual(await told(keeping));
});
