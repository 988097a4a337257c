import type { Row } from '../../database/tables.ts';
import {
  aCard,
  aContainer,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
} from '../../testing/factories.ts';
import { signIn, together, type Caller } from '../../testing/harness.ts';
import { givenEvents, type GivenEvent } from './events.ts';
import { pick, random } from './random.ts';

/** One thing that happened, by places of the plan below. */
interface Happening {
  readonly home: number;
  readonly container: number;
  readonly at: Date;
  readonly kind: 'full_use' | 'access_denied' | 'open_after_use';
  /** Who it was is not kept any more. */
  readonly anonymous: boolean;
}

/** Apartments behind each entrance; all hold a card. Five entrances have fewer than five, fourteen apartments together. */
export const sizes: readonly number[] = [1, 2, 3, 4, 4, 6, 7, 8, 9, 10, 12];
const blocks = [0, 1, 2, 3, 4, 0, 1, 1, 3, 5, 5];
const managers = [0, 1, 2, 0, null, 1, 2, 0, 1, 2, null];
const accessGroups = [0, 1, 0, 1, 0, 1, null, 0, 1, 0, 1];
export const months = ['2026-01', '2026-02', '2026-03'] as const;
const streams = ['paper_cardboard', 'glass'] as const;

/** The entrance of each apartment. */
const homes = sizes.flatMap((size, entrance) => Array.from({ length: size }, () => entrance));
const isSmall = (entrance: number): boolean => (sizes[entrance] ?? 0) < 5;
const smallHomes = homes.flatMap((entrance, home) => (isSmall(entrance) ? [home] : []));

/** In each month behind each larger entrance nobody, a few or everybody did something; behind the small ones everybody. */
const happenings: readonly Happening[] = months.flatMap((month) =>
  sizes.flatMap((size, entrance) => {
    const active = isSmall(entrance) ? size : pick([0, 1, 3, size, size]);
    const inside = homes.flatMap((each, home) => (each === entrance ? [home] : []));
    const known = inside.slice(0, active).flatMap((home) => Array.from({ length: 1 + random(4) }, () => home));
    const unknown = Array.from({ length: random(3) }, () => pick(inside));
    return [
      ...known.map((home) => ({ home, anonymous: false })),
      ...unknown.map((home) => ({ home, anonymous: true })),
    ].map((who) => ({
      ...who,
      container: random(streams.length),
      kind: pick(['full_use', 'full_use', 'access_denied', 'open_after_use'] as const),
      at: new Date(`${month}-${String(2 + random(26)).padStart(2, '0')}T${String(random(24)).padStart(2, '0')}:00:00Z`),
    }));
  }),
);

export interface Town {
  readonly org: Row<'org'>;
  readonly reporter: Caller;
  /** Ids by place. */
  readonly ids: Readonly<Record<'entrance' | 'tower_block' | 'manager' | 'access_group', readonly string[]>>;
  /** What happened, with the entrance of each. */
  readonly events: readonly (Happening & { readonly entrance: number })[];
}

/** Entrances by what they belong to: `positionsOf('manager', null)` are those that nobody manages. */
export function positionsOf(field: keyof Town['ids'], position: number | null): number[] {
  const of = {
    entrance: sizes.map((_size, entrance) => entrance),
    tower_block: blocks,
    manager: managers,
    access_group: accessGroups,
  };
  return of[field].flatMap((each, entrance) => (each === position ? [entrance] : []));
}

/**
 * A town after the plan. In its twin everything is the same, but who it was behind small entrances: each of their apartments did what
 * the next one did in the other town, behind whichever of these entrances that is.
 */
export const aTown = (plan: TownPlan): Promise<Town> => together(() => makeTown(plan));

interface TownPlan {
  readonly isTwin: boolean;
}

async function makeTown({ isTwin }: TownPlan): Promise<Town> {
  const org = await anOrg();
  const own = { org_id: org.id };
  const some = <Made>(count: number, make: () => Promise<Made>) =>
    Array.from({ length: count }).reduce<Promise<Made[]>>(
      async (made) => [...(await made), await make()],
      Promise.resolve([]),
    );
  const [managerRows, groupRows, blockRows, containers] = [
    await some(3, () => aManager(own)),
    await some(2, () => anAccessGroup(own)),
    await some(6, () => aTowerBlock(own)),
    await some(streams.length, () => aContainer(own)),
  ];
  const entrances: Row<'entrance'>[] = [];
  for (const [index] of sizes.entries()) {
    entrances.push(
      await anEntrance({
        ...own,
        tower_block_id: blockRows[blocks[index] ?? 0]?.id ?? '',
        manager_id: managerRows[managers[index] ?? -1]?.id ?? null,
        access_group_id: groupRows[accessGroups[index] ?? -1]?.id ?? null,
      }),
    );
  }
  const apartments: string[] = [];
  for (const entrance of homes) {
    apartments.push(await aHome({ ...own, entrance_id: entrances[entrance]?.id ?? '' }));
  }
  const next = (home: number) => smallHomes[(smallHomes.indexOf(home) + 5) % smallHomes.length] ?? home;
  const events = happenings.map((each) => {
    const home = isTwin && smallHomes.includes(each.home) ? next(each.home) : each.home;
    return { ...each, home, entrance: homes[home] ?? 0 };
  });
  await givenEvents(
    events.map(({ home, entrance, container, at, kind, anonymous }, index): GivenEvent => ({
      ...own,
      kind,
      occurred_at: at,
      anonymous,
      litres: kind === 'access_denied' ? 0 : 30,
      failed_attempt: kind === 'access_denied',
      container_id: containers[container]?.id ?? '',
      container_group_id: containers[container]?.container_group_id ?? null,
      waste_stream: streams[container] ?? 'glass',
      boot_number: 0,
      event_number: index + 1,
      apartment_id: anonymous ? null : (apartments[home] ?? null),
      entrance_id: entrances[entrance]?.id ?? null,
      tower_block_id: entrances[entrance]?.tower_block_id ?? null,
      access_group_id: entrances[entrance]?.access_group_id ?? null,
      manager_id: entrances[entrance]?.manager_id ?? null,
    })),
  );
  return {
    org,
    reporter: await signIn(['local_reporter'], { orgIds: [org.id] }),
    ids: {
      entrance: entrances.map(({ id }) => id),
      tower_block: blockRows.map(({ id }) => id),
      manager: managerRows.map(({ id }) => id),
      access_group: groupRows.map(({ id }) => id),
    },
    events,
  };
}

async function aHome(given: { readonly org_id: string; readonly entrance_id: string }): Promise<string> {
  const apartment = await anApartment(given);
  await aCard({ org_id: given.org_id, apartment });
  return apartment.id;
}
