import { expect, it } from 'vitest';
import { aManager } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';
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

it('finds by who it was only the events of which it tells who', async () => {
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
  expect([all.totalCount, told.length]).toEqual([2, 1]);
  for (const filter of [
    { cardId: card.id },
    { apartmentId: apartment.id },
    { serialNumber: serial },
    { entranceId: entrance.id },
  ]) {
    expect(await ask(filter), JSON.stringify(filter)).toEqual({ totalCount: 1, nodes: told });
  }
});
