import fc from 'fast-check';
import { sql } from 'kysely';
import { aContainer } from '../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { Controller } from './controller.fixture.ts';
import { applyChange, aNeighbourhood, changeKinds, type Change, type Neighbourhood } from './grants.fixture.ts';

export const OnLocks = /* GraphQL */ `
  query ($id: ID!, $first: Int) {
    card(id: $id) {
      onLocks {
        changedAt
        removing {
          total
          confirmed
        }
        admitting {
          total
          confirmed
        }
        behind(first: $first) {
          containerId
          label
          state
          admits
          isSilent
          heardAt
          failure
        }
      }
    }
  }
`;

interface LiveCard {
  id: string;
  serial: string;
}

export async function liveCards(orgId: string): Promise<LiveCard[]> {
  const { rows } = await asSystem((tx) =>
    sql<LiveCard>`select id, serial_number as serial from card where org_id = ${orgId} and status <> 'erased'`.execute(
      tx,
    ),
  );
  return rows;
}

/** Apartment 0 has card 0; its access group opens container group 0, in which twelve locks have the list. */
export async function aPlatform() {
  const world = await aNeighbourhood();
  const change = (...changes: Change[]) =>
    asSystem(async (tx) => {
      for (const each of changes) {
        await applyChange(tx, world, each);
      }
    });
  await change(
    { kind: 'join', a: 0, b: 0 },
    { kind: 'register', a: 0, b: 0 },
    { kind: 'register', a: 1, b: 0 },
    { kind: 'assign', a: 0, b: 0 },
  );
  // Container 3 stands in the same group as container 0.
  const [container_group_id = ''] = world.containerGroups;
  const containerIds = [world.containers[0] ?? '', world.containers[3] ?? ''];
  while (containerIds.length < 12) {
    containerIds.push((await aContainer({ org_id: world.orgId, container_group_id })).id);
  }
  const gateway = await signInGateway([world.orgId]);
  const locks = containerIds.map((id) => new Controller(id, gateway));
  const keeper = await signIn(['local_implementer'], { orgIds: [world.orgId] });
  const cards = await liveCards(world.orgId);
  const cardId = (index: number) => cards.find(({ serial }) => serial === world.serials[index])?.id ?? '';
  const onLocks = async (index = 0, caller: Caller = keeper, first?: number) =>
    (await caller.run(OnLocks, { id: cardId(index), first })).data.card.onLocks;
  const poll = async (...some: Controller[]) => {
    for (const lock of some) {
      await lock.poll(100);
    }
  };
  return { world, change, locks, keeper, cardId, onLocks, poll };
}

/** What is kept for the sake of a lock that was moved: the lists it may still have, and what has left them, in lists all told. */
export async function kept(lock: Controller | undefined) {
  const { rows } = await asSystem((tx) =>
    sql<{ former: number; entries: number }>`
      select (select count(*)::int from former_list f where f.container_id = k.id) as former,
        (select count(*)::int from card_grant g where g.org_id = k.org_id and g.action = 'forget') as entries
      from container k where k.id = ${lock?.containerId}`.execute(tx),
  );
  return rows[0];
}

const aLock = fc.nat(3);

/** What happens to a neighbourhood and its locks: of these each has done what is said of `is`. */
export const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...changeKinds), a: fc.nat(5), b: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ lock: aLock, is: fc.constantFrom('synced', 'unheard'), first: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ lock: aLock, is: fc.constantFrom('reset', 'put back', 'found wrong') }) },
  {
    weight: 1,
    arbitrary: fc.record({ lock: aLock, is: fc.constant('resized'), cards: fc.integer({ min: 1, max: 4 }) }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never;

/** The locks of a neighbourhood, with the list that each had before its last. */
export class Locks {
  readonly all: readonly Controller[];
  readonly #world: Neighbourhood;
  readonly #before = new Map<Controller, Pick<Controller, 'admitted' | 'version'>>();

  constructor(world: Neighbourhood, gateway: Caller) {
    this.all = world.containers.map((id) => new Controller(id, gateway));
    this.#world = world;
  }

  async happen(each: Happening): Promise<void> {
    if ('kind' in each) {
      await asSystem((tx) => applyChange(tx, this.#world, each));
      return;
    }
    const lock = this.all[each.lock];
    if (!lock) {
      return;
    }
    if ('first' in each) {
      this.#before.set(lock, { admitted: lock.admitted, version: lock.version });
      await (each.is === 'synced' ? lock.poll(each.first + 1) : lock.pollUnheard(each.first + 1));
    } else if ('cards' in each) {
      await asSystem((tx) =>
        sql`update container set card_capacity = ${each.cards} where id = ${lock.containerId}`.execute(tx),
      );
    } else if (each.is === 'found wrong') {
      await lock.gateway.run(
        `mutation ($id: ID!) { acknowledgeSync(containerId: $id, version: "0", checksum: "00", count: 1, outcome: applied) }`,
        { id: lock.containerId },
      );
    } else {
      // What it holds by now it says by what it asks for; it does not get the answer.
      const before = each.is === 'put back' ? this.#before.get(lock) : undefined;
      lock.admitted = before?.admitted ?? new Set();
      lock.version = before?.version ?? null;
      await lock.ask(lock.version, 50);
    }
  }
}
