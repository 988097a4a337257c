import { expect, it } from 'vitest';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { sql } from 'kysely';
import { nothing } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { aManager } from '../../testing/factories.ts';
import { asSystem, db, signIn } from '../../testing/harness.ts';
import { aResidentWithCard, event, record } from './card-event.fixture.ts';

const List = /* GraphQL */ `
  query ($filter: CardEventFilter) {
    cardEvents(filter: $filter, first: 50) {
      totalCount
      nodes {
        id
        serialNumber
        card {
          id
        }
        apartment {
          id
        }
      }
    }
  }
`;

it('finds only the events of which it tells who for who looks after an entrance: none of another administrator’s time', async () => {
  const { org, container, entrance, apartment, card, serial, gateway } = await aResidentWithCard();
  const [former, present] = [await aManager({ org_id: org.id }), await aManager({ org_id: org.id })];
  const looksAfter = (id: string) =>
    asSystem((tx) => tx.updateTable('entrance').set({ manager_id: id }).where('id', '=', entrance.id).execute());
  await looksAfter(former.id);
  await record(gateway, [event(container.id, 1, { serialNumber: serial })]);
  await looksAfter(present.id);
  await record(gateway, [event(container.id, 2, { serialNumber: serial })]);

  const caller = await signIn(['manager'], { managers: [present] });
  const ask = async (filter?: object) => {
    const { data, errors } = await caller.run(List, { filter });
    expect(errors).toBeUndefined();
    return data.cardEvents as { totalCount: number; nodes: Record<string, unknown>[] };
  };

  const all = await ask();
  const told = all.nodes.filter(({ serialNumber }) => serialNumber === serial);
  expect([all.totalCount, told.length]).toEqual([1, 1]);
  for (const filter of [
    { containerId: container.id },
    { containerGroupId: container.container_group_id },
    { kind: 'full_use' },
    { cardId: card.id },
    { apartmentId: apartment.id },
    { serialNumber: serial },
    { serialNumber: ` ${serial.toLowerCase().replaceAll(/..(?=.)/g, '$&-')} ` },
    { serialNumber: displaySerialNumber(serial) },
    { entranceId: entrance.id },
  ]) {
    expect(await ask(filter), JSON.stringify(filter)).toEqual({ totalCount: 1, nodes: told });
  }
  const { overview } = (await caller.run('{ overview { today { events } days { events } } }')).data;
  expect(overview.days.reduce((sum: number, { events }: { events: number }) => sum + events, 0)).toBe(1);
  const { rows } = await read(db, { ...nothing, managerIds: [present.id] }, (tx) =>
    sql<{ count: number }>`select count(*)::int as count from stored_event`.execute(tx),
  );
  expect(rows).toEqual([{ count: 1 }]);
});

it.each([
  ['local_implementer', true],
  ['manager', true],
  ['ara_user', true],
  ['local_reporter', false],
  ['container_admin', false],
] as const)('tells %s why a card was blocked, in words that may name people: %s', async (role, isTold) => {
  const { org, entrance, apartment, card } = await aResidentWithCard();
  const manager = await aManager({ org_id: org.id });
  await asSystem((tx) =>
    tx.updateTable('entrance').set({ manager_id: manager.id }).where('id', '=', entrance.id).execute(),
  );
  const keeper = await signIn(['local_implementer'], { orgIds: [org.id] });
  const { data: found } = await keeper.run('query ($id: ID!) { card(id: $id) { rowId } }', { id: card.id });
  const blocked = await keeper.run(
    'mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId, reason: "Pierdut de Pop, ap. 12") { status } }',
    { id: card.id, rowId: found.card.rowId },
  );
  expect(blocked.errors).toBeUndefined();
  const caller = await signIn([role], { orgIds: [org.id], managers: [manager], apartments: [apartment] });

  const { data, errors } = await caller.run('{ cardEvents(first: 5) { nodes { kind reason } } }');

  expect(errors).toBeUndefined();
  expect(data.cardEvents.nodes).toEqual([{ kind: 'card_blocked', reason: isTold ? 'Pierdut de Pop, ap. 12' : null }]);
});
