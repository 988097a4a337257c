import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { aTown, entranceOf, isJoined, isSeenBy, opens, pick, type Model, type Town } from './household.fixture.ts';
import { ask } from './asking.fixture.ts';
import { cardSteps } from './card-steps.fixture.ts';
import { townSteps } from './town-steps.fixture.ts';

interface Named {
  readonly id: string;
}

const byId = <Record extends Named>(records: readonly Record[]) =>
  records.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const idsOf = (records: readonly Named[]) => records.map(({ id }) => id).toSorted();

/** The registry with what is counted and derived of it, now or as of a moment. */
const Registry = /* GraphQL */ `
  query ($at: DateTime) {
    cards(asOf: $at, sort: [{ field: id, direction: asc }]) {
      totalCount
      nodes {
        id
        serialNumber
        status
        apartmentCards {
          active
          apartment {
            id
          }
        }
      }
    }
    apartments(asOf: $at, sort: [{ field: id, direction: asc }]) {
      totalCount
      nodes {
        id
        rowId
        label
        occupierName
        cardCount
        entranceId
        apartmentCards {
          active
          endedAt
          card {
            id
            status
          }
        }
        containerGroups {
          totalCount
          nodes {
            id
          }
        }
      }
    }
    entrances(asOf: $at, sort: [{ field: id, direction: asc }]) {
      nodes {
        id
        apartmentCount
        managerId
        accessGroupId
        apartments {
          totalCount
        }
      }
    }
    accessGroups(asOf: $at, sort: [{ field: id, direction: asc }]) {
      nodes {
        id
        accessMode
        entranceCount
        containerGroups {
          nodes {
            id
          }
        }
      }
    }
  }
`;

const Events = '{ cardEvents(first: 200) { totalCount nodes { kind serialNumber apartment { id } } } }';

interface SeenEvent {
  readonly kind: string;
  readonly serialNumber: string | null;
  readonly apartment: Named | null;
}

/** The registry is what the model says. */
async function lookAtRegistry(model: Model, real: Town): Promise<void> {
  const answer = await ask(real.keeper, Registry);

  expect(
    answer.cards.nodes.map((card: { apartmentCards: { active: boolean; apartment: Named }[] }) => ({
      ...card,
      apartmentCards: card.apartmentCards.flatMap(({ active, apartment }) => (active ? [apartment.id] : [])),
    })),
  ).toEqual(
    byId(model.cards).map(({ id, serial, status, holder }) => ({
      id,
      serialNumber: serial,
      status,
      apartmentCards: holder === null ? [] : [holder],
    })),
  );
  const apartments = Array.from(model.apartments, ([id, { entrance, occupier }]) => ({
    id,
    entranceId: entrance,
    occupierName: occupier,
    cardCount: model.cards.filter(({ holder }) => holder === id).length,
  }));
  expect(answer.apartments.nodes).toMatchObject(byId(apartments));
  const entrances = Array.from(model.entrances, ([id, { manager, accessGroup }]) => {
    const apartmentCount = apartments.filter(({ entranceId }) => entranceId === id).length;
    return {
      id,
      managerId: manager,
      accessGroupId: accessGroup,
      apartmentCount,
      apartments: { totalCount: apartmentCount },
    };
  });
  expect(answer.entrances.nodes).toEqual(byId(entrances));

  // What comes next is a later moment.
  const at = Date.now() + 1;
  while (Date.now() <= at) {
    // Clocks of a millisecond show two changes at one.
  }
  real.seen.push({ at: new Date(at).toISOString(), answer });
}

/** What happened, and to whom: the newest first, each as it was then. */
async function lookAtEvents(model: Model, real: Town): Promise<void> {
  const there = (id: string | null) => (id !== null && model.apartments.has(id) ? { id } : null);
  const told = (events: Model['events']) => ({
    totalCount: events.length,
    nodes: events
      .toReversed()
      .map(({ kind, serial, apartment }) => ({ kind, serialNumber: serial, apartment: there(apartment) })),
  });
  expect((await ask(real.keeper, Events)).cardEvents).toEqual(told(model.events));
  for (const [index, administrator] of real.administrators.entries()) {
    const own = model.events.filter(({ manager }) => manager === real.managers[index]);
    const seen: { totalCount: number; nodes: SeenEvent[] } = (await ask(administrator, Events)).cardEvents;
    expect(seen.nodes.map(({ kind, serialNumber }) => [kind, serialNumber])).toEqual(
      own.toReversed().map(({ kind, serial }) => [kind, serial]),
    );
  }
  const [home = ''] = real.apartments;
  const since = model.apartments.get(home)?.since ?? Infinity;
  const own = model.events.filter(({ apartment }, index) => apartment === home && index >= since);
  expect((await ask(real.resident, Events)).cardEvents).toEqual(told(own));
}

const Own = '{ cards { totalCount nodes { id } } apartments { totalCount nodes { id } } }';

/** Each sees what is theirs. */
async function lookByRole(model: Model, real: Town): Promise<void> {
  const seenOf = (cards: readonly Named[], apartments: readonly string[]) => ({
    cards: { totalCount: cards.length, nodes: idsOf(cards) },
    apartments: { totalCount: apartments.length, nodes: apartments.toSorted() },
  });
  const sorted = ({ cards, apartments }: Record<'cards' | 'apartments', { totalCount: number; nodes: Named[] }>) => ({
    cards: { ...cards, nodes: idsOf(cards.nodes) },
    apartments: { ...apartments, nodes: idsOf(apartments.nodes) },
  });
  for (const [index, administrator] of real.administrators.entries()) {
    const manager = pick(real.managers, index);
    const apartments = [...model.apartments.keys()].filter((id) => entranceOf(model, id)?.manager === manager);
    expect(sorted(await ask(administrator, Own))).toEqual(
      seenOf(
        model.cards.filter((card) => isSeenBy(model, manager, card)),
        apartments,
      ),
    );
  }
  const [home = ''] = real.apartments;
  const [own, isThere] = [model.cards.filter(({ holder }) => holder === home), model.apartments.has(home)];
  expect(sorted(await ask(real.resident, Own))).toEqual(seenOf(own, isThere ? [home] : []));
  const { containers } = await ask(real.resident, '{ containers { nodes { id } } }');
  const reached = real.containers.filter(
    (_id, index) => isThere && isJoined(model, home, pick(real.containerGroups, index)),
  );
  expect(idsOf(containers.nodes)).toEqual(reached.toSorted());
  expect(sorted(await ask(real.server, Own))).toEqual(seenOf([], [...model.served]));
}

/** The decision of each card at each container. */
async function lookAtDecisions(model: Model, real: Town): Promise<void> {
  const pairs = model.cards.flatMap((card) =>
    real.containers.map((containerId, index) => ({ card, containerId, index })),
  );
  if (pairs.length === 0) {
    return;
  }
  const fields = pairs.map(
    ({ card, containerId }, index) =>
      `d${index}: mayOpen(cardId: "${card.id}", containerId: "${containerId}") { allowed }`,
  );
  const decided: Record<string, { allowed: boolean }> = await ask(real.keeper, `{ ${fields.join(' ')} }`);
  expect(Object.values(decided).map(({ allowed }) => allowed)).toEqual(
    pairs.map(({ card, index }) => opens(model, card, pick(real.containerGroups, index))),
  );
}

const steps = { ...cardSteps, ...townSteps };
const kinds = Object.keys(steps) as (keyof typeof steps)[];
/** What leads to more is done more often. */
const step = fc.record({
  kind: fc.constantFrom(...kinds, 'handOut', 'handOut', 'handOut', 'use', 'use', 'join', 'poll'),
  a: fc.nat(11),
  b: fc.nat(11),
  c: fc.nat(5),
});

it('whatever becomes of cards, households and entrances, each role, the locks, the events and the past say what the documents do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (done) => {
      const { model, real } = await aTown();

      for (const { kind, ...choice } of done) {
        await steps[kind](model, real, choice);
        await lookAtRegistry(model, real);
        await lookByRole(model, real);
        await lookAtEvents(model, real);
        await lookAtDecisions(model, real);
      }

      for (const { at, answer } of real.seen) {
        expect(await ask(real.keeper, Registry, { at })).toEqual(answer);
      }
    }),
    { numRuns: rounds(2, 20) },
  );
});
