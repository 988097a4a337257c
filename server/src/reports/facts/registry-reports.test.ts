import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { occupierKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { Row } from '../../database/tables.ts';
import {
  aCard,
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  unique,
} from '../../testing/factories.ts';
import { asSystem, signIn, together } from '../../testing/harness.ts';
import { isThorough } from '../../testing/rounds.ts';
import { findReport } from '../catalogue.ts';
import { always, askToCompare, givenEvents } from '../testing/events.ts';
import { pick, random, sorted } from '../testing/random.ts';

/** What the registry knows of an apartment, and whether a container was used from it. */
interface Home {
  readonly entrance: Row<'entrance'>;
  readonly apartment: Row<'apartment'>;
  readonly named: boolean;
  readonly cards: number;
  readonly used: boolean;
}

const uses = ['access_granted', 'full_use', 'open_after_use'] as const;
const others = ['no_use', 'access_denied', 'card_blocked'] as const;

async function aHome(entrance: Row<'entrance'>): Promise<Home> {
  const { org_id } = entrance;
  const named = random(2) === 0;
  const apartment = await anApartment({
    org_id,
    entrance_id: entrance.id,
    occupier_kind: pick(occupierKinds),
    ...(random(3) > 0 && { occupier_name: 'Popa' }),
    ...(named && { occupier_name: 'Popa', occupier_id_number_hash: Buffer.from(unique('hash')) }),
  });
  for (let cards = random(3); cards > 0; cards -= 1) {
    await aCard({ org_id, apartment, active: random(4) > 0 });
  }
  const used = random(2) === 0;
  await givenEvents([{ org_id, kind: pick(others), apartment_id: apartment.id, entrance_id: entrance.id }]);
  await givenEvents(used ? [{ org_id, kind: pick(uses), apartment_id: apartment.id, entrance_id: entrance.id }] : []);
  const active = await asSystem((tx) =>
    tx
      .selectFrom('apartment_card')
      .select('id')
      .where('apartment_id', '=', apartment.id)
      .where('active', '=', true)
      .execute(),
  );
  return { entrance, apartment, named, cards: active.length, used };
}

const orgs = [await anOrg(), await anOrg()];
const homes: Home[] = [];
await together(async () => {
  for (const { id: org_id } of orgs) {
    const [manager, accessGroup] = [await aManager({ org_id }), await anAccessGroup({ org_id })];
    for (let stair = 0; stair < 4; stair += 1) {
      const entrance = await anEntrance({
        org_id,
        manager_id: random(2) ? manager.id : null,
        access_group_id: random(2) ? accessGroup.id : null,
      });
      for (let index = 0; index < 3 + stair * 2; index += 1) {
        homes.push(await aHome(entrance));
      }
    }
  }
});

const root = await signIn(['root']);

async function ask(name: string, input: Record<string, unknown>, caller = root) {
  const metrics = findReport(name)?.metrics;
  const { data, errors } = await caller.run(askToCompare(input), {
    name,
    input: { ...always, metrics, first: 10_000, ...input },
  });
  expect(errors).toBeUndefined();
  return data.report;
}

const keys: Readonly<Partial<Record<ReportGrouping, (home: Home) => string | null>>> = {
  org: ({ entrance }) => entrance.org_id,
  manager: ({ entrance }) => entrance.manager_id,
  tower_block: ({ entrance }) => entrance.tower_block_id,
  entrance: ({ entrance }) => entrance.id,
  access_group: ({ entrance }) => entrance.access_group_id,
  apartment: ({ apartment }) => apartment.id,
};

const percent = (part: number, of: number) => (of === 0 ? null : Math.round((1000 * part) / of) / 10);

/** The figures of some apartments, counted one by one. */
const plainly: Readonly<Record<string, (of: readonly Home[]) => unknown[]>> = {
  participation: (of) => {
    const carded = of.filter(({ cards }) => cards > 0);
    const using = carded.filter(({ used }) => used).length;
    return [using, carded.length, percent(using, carded.length)];
  },
  'dormant-apartments': (of) => [of.length],
  'registration-coverage': (of) => {
    const counts = [
      of.filter(
        ({ apartment: { occupier_kind: kind }, named }) =>
          kind === 'unoccupied' || ((kind === 'domestic' || kind === 'business') && named),
      ),
      of.filter(({ apartment }) => apartment.occupier_kind === 'unoccupied'),
      of.filter(({ apartment }) => apartment.occupier_kind === 'unknown'),
      of.filter(({ cards }) => cards > 0),
    ].map(({ length }) => length);
    return [of.length, ...counts.flatMap((count) => [count, percent(count, of.length)])];
  },
};

const counted: Readonly<Record<string, (home: Home) => boolean>> = {
  'dormant-apartments': ({ cards, used }) => cards > 0 && !used,
};

function recount(name: string, groupBy: readonly ReportGrouping[]): unknown[][] {
  const groups = new Map<string, Home[]>();
  for (const home of homes.filter((each) => counted[name]?.(each) ?? true)) {
    const key = JSON.stringify(groupBy.map((grouping) => keys[grouping]?.(home) ?? null));
    groups.set(key, [...(groups.get(key) ?? []), home]);
  }
  return [...groups].map(([key, of]) => [...(JSON.parse(key) as unknown[]), ...(plainly[name]?.(of) ?? [])]);
}

describe.each(Object.keys(plainly))('%s equals a count of apartments one by one', (name) => {
  it('by each of its groupings, and by every two, either or both of them first', async () => {
    const { groupings = [] } = findReport(name) ?? {};
    for (const groupBy of [
      [],
      ...groupings.map((each) => [each]),
      ...groupings.flatMap((one, nth) =>
        groupings
          .filter((_other, index) => index !== nth && (isThorough || index > nth === ((nth + index) % 2 === 0)))
          .map((other) => [one, other]),
      ),
    ]) {
      const asked: ReportGrouping[] = groupBy;

      const { rows, totals } = await ask(name, { groupBy: asked });

      expect(sorted(rows), asked.join(', ')).toEqual(sorted(recount(name, asked)));
      expect(totals).toEqual([...asked.map(() => null), ...(recount(name, [])[0] ?? [])]);
    }
  });

  it('in pages, each row once', async () => {
    const whole = await ask(name, { groupBy: ['entrance'] });
    const rows: unknown[][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await ask(name, { groupBy: ['entrance'], first: 3, after });
      rows.push(...page.rows);
      after = page.cursor;
    }
    expect(rows).toEqual(whole.rows);
  });
});

describe('a reporter', () => {
  it('is shown no group of one to four apartments, in figures of locks and of the registry alike', async () => {
    const orgId = orgs[0]?.id ?? '';
    const reporter = await signIn(['local_reporter'], { orgIds: [orgId] });
    const many = (name: string, of: (home: Home) => boolean) => {
      const own = homes.filter((home) => home.entrance.org_id === orgId && of(home));
      const perEntrance = Map.groupBy(own, ({ entrance }) => entrance.id);
      const few = [...perEntrance.values()].filter(({ length }) => length < 5);
      const enough = [...perEntrance].filter(([, { length }]) => length >= 5);
      // What is left out must not be a group of too few itself: the smallest of the others goes with it.
      const isAlone = few.flat().length > 0 && few.flat().length < 5;
      const smallest = Math.min(...enough.map(([, { length }]) => length));
      expect(isAlone && enough.filter(([, { length }]) => length === smallest).length > 1).toBe(false);
      const shown = enough.filter(([, { length }]) => !isAlone || length > smallest).map(([id]) => id);
      expect(shown.length, name).toBeGreaterThan(0);
      expect(shown.length, name).toBeLessThan(perEntrance.size);
      return shown.toSorted();
    };
    // Who may have opened something is who holds a card.
    const holdsCard = ({ cards }: Home) => cards > 0;
    const entrancesOf = async (name: string, metrics: string[]) =>
      (await ask(name, { groupBy: ['entrance'], metrics }, reporter)).rows.map(([id]: [string]) => id).toSorted();

    expect(await entrancesOf('registration-coverage', ['valid_count'])).toEqual(many('registry', () => true));
    expect(await entrancesOf('usage', ['event_count'])).toEqual(many('events', holdsCard));
    // Few who used a container are as few as few apartments; which entrances that leaves, participation.test.ts says.
    const participates = ({ entrance, cards, used }: Home) => entrance.org_id === orgId && cards > 0 && used;
    const users = Map.groupBy(homes.filter(participates), ({ entrance }) => entrance.id);
    for (const id of await entrancesOf('participation', ['participating_count'])) {
      expect(users.get(id)?.length).toBeGreaterThanOrEqual(5);
    }
  });
});

describe('controlled coverage', () => {
  it('counts a group once, however many containers and waste streams it has', async () => {
    const { id: org_id } = await anOrg();
    const implementer = await signIn(['local_implementer'], { orgIds: [org_id] });
    const groups = [
      await aContainerGroup({ org_id, access_mode: 'controlled' }),
      await aContainerGroup({ org_id, access_mode: 'open' }),
      await aContainerGroup({ org_id, access_mode: 'controlled' }),
    ];
    for (const waste_stream of [wasteStreams[0], wasteStreams[0], wasteStreams[1]]) {
      await aContainer({ org_id, container_group_id: groups[0]?.id ?? '', waste_stream });
    }
    await aContainer({ org_id, container_group_id: groups[1]?.id ?? '', waste_stream: wasteStreams[1] });

    const report = await ask('controlled-coverage', { groupBy: ['waste_stream'] }, implementer);

    expect(report.rows).toEqual([
      [wasteStreams[0], 1, 1, 100, 2],
      [wasteStreams[1], 2, 1, 50, 2],
      [null, 1, 1, 100, 0],
    ]);
    expect(report.totals).toEqual([null, 3, 2, 66.7, 4]);
    const filters = [{ field: 'container_count', operator: 'gte', value: 1 }];
    const some = await ask('controlled-coverage', { groupBy: ['waste_stream'], filters }, implementer);
    expect(some.totals).toEqual([null, 2, 1, 50, 4]);
  });

  it('is that of the last day of the period, whatever was changed since', async () => {
    const { id: org_id } = await anOrg();
    const implementer = await signIn(['local_implementer'], { orgIds: [org_id] });
    await asSystem((tx) =>
      sql`insert into container_group (org_id, item_number, access_mode, valid_from)
        values (${org_id}, '1', 'controlled', '2025-03-01T00:00:00Z')`.execute(tx),
    );
    await aContainerGroup({ org_id, access_mode: 'controlled' });

    const then = await ask('controlled-coverage', { groupBy: [], to: '2025-04-01T00:00:00Z' }, implementer);
    const now = await ask('controlled-coverage', { groupBy: [] }, implementer);

    expect([then.rows[0][0], now.rows[0][0]]).toEqual([1, 2]);
  });
});

describe('the life of cards', () => {
  const Register = `mutation ($input: CreateCardInput!) { createCard(input: $input) { id rowId } }`;
  const move = (verb: string) =>
    `mutation ($id: ID!, $rowId: ID!) { ${verb}Card(id: $id, rowId: $rowId) { id rowId } }`;
  const Assign = `mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id } }`;

  it('tells what became of cards in the period, and which were never used', async () => {
    const { id: orgId } = await anOrg();
    const by = await signIn(['local_implementer'], { orgIds: [orgId] });
    const entrance = await anEntrance({ org_id: orgId });
    const apartment = await anApartment({ org_id: orgId, entrance_id: entrance.id });
    const register = async (serialNumber: string, kind = 'physical') => {
      const { data } = await by.run(Register, { input: { orgId, kind, serialNumber } });
      return data.createCard as { id: string; rowId: string };
    };
    const run = async (verb: string, card: { id: string; rowId: string }) => {
      const { data } = await by.run(move(verb), card);
      return data[`${verb}Card`] as { id: string; rowId: string };
    };
    const assign = ({ id: cardId }: { id: string }) => by.run(Assign, { apartmentId: apartment.id, cardId });
    const [lost, kept, phone] = [
      await register('AB000001'),
      await register('AB000002'),
      await register('AB000003', 'virtual'),
    ];
    await assign(lost);
    await run('erase', await run('block', await run('unblock', await run('block', lost))));
    await assign(kept);
    await assign(phone);
    await givenEvents([{ org_id: orgId, kind: 'full_use', card_id: kept.id, container_id: null }]);

    const { rows } = await ask('card-lifecycle', { groupBy: ['card_kind', 'card_status'] }, by);
    const { rows: before } = await ask('card-lifecycle', { groupBy: [], to: '2024-02-01T00:00:00Z' }, by);

    expect(rows).toEqual([
      ['physical', 'erased', 1, 1, 1, 0, 2, 1, 1],
      ['physical', 'normal', 1, 0, 1, 1, 0, 0, 0],
      ['virtual', 'normal', 1, 1, 1, 0, 0, 0, 0],
    ]);
    expect(before).toEqual([[0, 0, 0, 0, 0, 0, 0]]);
    for (const [grouping, pattern] of [
      ['week', /^\d{4}-W\d\d$/],
      ['month', /^\d{4}-\d\d$/],
      ['date', /^\d{4}-\d\d-\d\d$/],
    ] as const) {
      const { rows: byTime } = await ask('card-lifecycle', { groupBy: [grouping], metrics: ['issued_count'] }, by);
      expect(byTime).toEqual([
        [expect.stringMatching(pattern), 3],
        [null, 0],
      ]);
    }
  });
});
