import { sql } from 'kysely';
import { aContainer } from '../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { Controller } from './controller.fixture.ts';
import { applyChange, aNeighbourhood, type Change } from './grants.fixture.ts';

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
