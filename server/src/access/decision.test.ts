import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { accessModes, cardStatuses, type AccessMode, type CardStatus } from '@noa/domain/vocabulary.ts';
import { aContainer, aContainerGroup, anAccessGroup, anApartment, anEntrance, anOrg } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';
import { accessRules, type AccessRule } from './access.queries.ts';

/** An org with all that decides; numbers say which of the org's other records one belongs to. */
interface Model {
  accessGroups: AccessMode[];
  /** The access group, or none. */
  entrances: (number | null)[];
  apartments: number[];
  containerGroups: { mode: AccessMode; joined: boolean[] }[];
  containers: { group: number; mode: AccessMode }[];
  cards: { status: CardStatus; holder: number | null; formerly: number | null }[];
}

const mostlyControlled = fc.constantFrom<AccessMode>(...accessModes, 'controlled', 'controlled');
const status = fc.constantFrom<CardStatus>(...cardStatuses, 'normal');
const exactly = <Item>(count: number, item: fc.Arbitrary<Item>) =>
  fc.array(item, { minLength: count, maxLength: count });

const model: fc.Arbitrary<Model> = fc.record({
  accessGroups: exactly(2, mostlyControlled),
  entrances: exactly(2, fc.option(fc.nat(1))),
  apartments: exactly(3, fc.nat(1)),
  containerGroups: exactly(2, fc.record({ mode: mostlyControlled, joined: exactly(2, fc.boolean()) })),
  containers: exactly(3, fc.record({ group: fc.nat(1), mode: mostlyControlled })),
  cards: exactly(4, fc.record({ status, holder: fc.option(fc.nat(2)), formerly: fc.option(fc.nat(2)) })),
});

let serial = 0x40_00_00_00;

interface Built {
  orgId: string;
  cards: string[];
  containers: string[];
}

async function build(given: Model): Promise<Built> {
  const { id: org_id } = await anOrg();
  const all = <Item>(items: Item[], make: (item: Item) => Promise<{ id: string }>) =>
    Promise.all(items.map(async (item) => (await make(item)).id));
  const of = (ids: string[], index: number) => ids[index] ?? '';
  const groups = await all(given.accessGroups, (access_mode) => anAccessGroup({ org_id, access_mode }));
  const entrances = await all(given.entrances, (group) =>
    anEntrance({ org_id, access_group_id: group === null ? null : of(groups, group) }),
  );
  const apartments = await all(given.apartments, (entrance) =>
    anApartment({ org_id, entrance_id: of(entrances, entrance) }),
  );
  const platforms = await all(given.containerGroups, ({ mode }) => aContainerGroup({ org_id, access_mode: mode }));
  const containers = await all(given.containers, ({ group, mode }) =>
    aContainer({ org_id, container_group_id: of(platforms, group), access_mode: mode }),
  );
  const joins = given.containerGroups.flatMap(({ joined }, platform) =>
    groups.flatMap((access_group_id, index) =>
      joined[index] ? [{ org_id, access_group_id, container_group_id: of(platforms, platform) }] : [],
    ),
  );
  const cards = await asSystem(async (tx) => {
    for (const join of joins) {
      await tx.insertInto('access_group_container_group').values(join).execute();
    }
    const ids: string[] = [];
    for (const card of given.cards) {
      const serial_number = (serial += 1).toString(16).toUpperCase();
      const display_serial_number = displaySerialNumber(serial_number);
      const { id } = await tx
        .insertInto('card')
        .values({ org_id, kind: 'physical', status: card.status, serial_number, display_serial_number })
        .returning('id')
        .executeTakeFirstOrThrow();
      const holders = [
        ...(card.formerly === null ? [] : [{ apartment: card.formerly, active: false }]),
        ...(card.holder === null ? [] : [{ apartment: card.holder, active: true }]),
      ];
      for (const { apartment, active } of holders) {
        const apartment_id = of(apartments, apartment);
        await tx.insertInto('apartment_card').values({ org_id, apartment_id, card_id: id, active }).execute();
      }
      ids.push(id);
    }
    return ids;
  });
  return { orgId: org_id, cards, containers };
}

interface Pair {
  /** Which of the two orgs the card, and the container, is of. */
  cardOf: number;
  containerOf: number;
  card: number;
  container: number;
}

/** The rules of domain.md ("Who opens what"), each by its own words, on what was invented. */
function definitions(orgs: Model[], { cardOf, containerOf, card, container }: Pair): Record<AccessRule, boolean> {
  const own = orgs[cardOf];
  const position = orgs[containerOf];
  const held = own?.cards[card];
  const box = position?.containers[container];
  const platform = position?.containerGroups[box?.group ?? -1];
  const sameOrg = cardOf === containerOf;
  const entrance = typeof held?.holder === 'number' ? own?.apartments[held.holder] : undefined;
  const residents = entrance === undefined ? null : (own?.entrances[entrance] ?? null);
  return {
    container_open: box?.mode === 'open',
    container_group_open: platform?.mode === 'open',
    card_normal: held?.status === 'normal',
    apartment_joined: sameOrg && residents !== null && platform?.joined[residents] === true,
    access_group_open:
      sameOrg &&
      position?.accessGroups.some((mode, index) => mode === 'open' && platform?.joined[index] === true) === true,
  };
}

/** Every card of an org with every container of it, and with one of the other org. */
const everyPair: Pair[] = [0, 1].flatMap((cardOf) =>
  [0, 1, 2, 3].flatMap((card) => [
    ...[0, 1, 2].map((container) => ({ cardOf, containerOf: cardOf, card, container })),
    { cardOf, containerOf: 1 - cardOf, card, container: card % 3 },
  ]),
);
const pairsAtOnce = 16;

interface Decision {
  allowed: boolean;
  decisive: AccessRule;
  reasons: { rule: AccessRule; holds: boolean; matters: boolean }[];
}

async function decideAll(built: Built[]): Promise<Decision[]> {
  const root = await signIn(['root']);
  const decisions: Decision[] = [];
  for (let start = 0; start < everyPair.length; start += pairsAtOnce) {
    const asked = everyPair.slice(start, start + pairsAtOnce).map(({ cardOf, containerOf, card, container }, index) => {
      const ids = `cardId: "${built[cardOf]?.cards[card]}", containerId: "${built[containerOf]?.containers[container]}"`;
      return `d${index}: mayOpen(${ids}) { allowed decisive reasons { rule holds matters } }`;
    });
    const { data, errors } = await root.run(`{ ${asked.join(' ')} }`);
    expect(errors).toBeUndefined();
    decisions.push(...Object.values<Decision>(data));
  }
  return decisions;
}

describe('mayOpen, over invented registries', () => {
  it('judges each rule by its own definition, and combines them as defined', async () => {
    await fc.assert(
      fc.asyncProperty(exactly(2, model), async (orgs) => {
        const decisions = await decideAll(await Promise.all(orgs.map(build)));

        for (const [index, pair] of everyPair.entries()) {
          const decision = decisions[index];
          const due = definitions(orgs, pair);
          expect(Object.fromEntries(decision?.reasons.map(({ rule, holds }) => [rule, holds]) ?? [])).toEqual(due);
          expect(decision?.reasons.map(({ rule }) => rule)).toEqual(accessRules);
          const open = due.container_open || due.container_group_open;
          const right = due.apartment_joined || due.access_group_open;
          expect(decision?.allowed).toBe(open || (due.card_normal && right));
          expectDecisive(decision, due);
        }
      }),
      { numRuns: 3 },
    );
  });
});

/** An answer goes back to a rule that holds, a refusal to the first one a card needs that fails; both rules matter. */
function expectDecisive(decision: Decision | undefined, due: Record<AccessRule, boolean>): void {
  const { decisive, allowed, reasons = [] } = decision ?? {};
  const ways = accessRules.filter((rule) => rule !== 'card_normal');
  const needs = ['card_normal', 'apartment_joined'] as const;
  expect(decisive).toBe(allowed ? ways.find((rule) => due[rule]) : needs.find((rule) => !due[rule]));
  const matter = reasons.filter(({ matters }) => matters).map(({ rule }) => rule);
  expect(matter).toContain(decisive);
  // With the rules that matter as they are, the answer stays, whatever the others were.
  const opens = (holds: (rule: AccessRule) => boolean) =>
    holds('container_open') ||
    holds('container_group_open') ||
    (holds('card_normal') && (holds('apartment_joined') || holds('access_group_open')));
  expect(opens((rule) => matter.includes(rule) && due[rule])).toBe(allowed);
}
