import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { aCard, aContainer, aManager, anApartment, anOrg } from '../testing/factories.ts';
import { awaitedLocks } from '../testing/awaited-locks.ts';
import { asSystem, internalErrors, signIn, signInGateway, type Answer } from '../testing/harness.ts';

const org = await anOrg();
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
const gateway = await signInGateway([org.id]);

const isAwaited = () =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from ${sql.raw(awaitedLocks)}) as waits`.execute(tx);
    return rows[0]?.waits === true;
  });

/** What `ask` is answered when the record is deleted after it was looked up, and before something that refers to it is written. */
async function answerWhileDeleted(
  table: 'apartment' | 'manager' | 'container',
  { id }: { id: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const asked: Promise<Answer>[] = [];
  await asSystem(async (tx) => {
    await tx.deleteFrom(table).where('id', '=', id).execute();
    asked.push(ask());
    await vi.waitUntil(isAwaited, { timeout: 20_000, interval: 20 });
  });
  const [answer] = await Promise.all(asked);
  return answer as Answer;
}

describe('what refers to a record that somebody deletes at that moment', () => {
  it.each([
    [
      'a card for an apartment',
      'apartment',
      () => anApartment({ org_id: org.id }),
      async (apartmentId: string) => ({ apartmentId, cardId: (await aCard({ org_id: org.id })).id }),
      'mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id } }',
    ],
    [
      'a member for a manager',
      'manager',
      () => aManager({ org_id: org.id }),
      async (managerId: string) => ({ managerId, email: 'noua@noa.test' }),
      'mutation ($managerId: ID!, $email: String!) { addManagerMember(managerId: $managerId, email: $email) { id } }',
    ],
    [
      'what somebody says of a container',
      'container',
      () => aContainer({ org_id: org.id }),
      async (containerId: string) => ({ containerId }),
      'mutation ($containerId: ID!) { createStatusUpdate(input: { containerId: $containerId, kind: servicing }) { id } }',
    ],
  ] as const)('is not found: %s', async (_what, table, make, variablesFor, source) => {
    const record = await make();
    const variables = await variablesFor(record.id);

    const { errors } = await answerWhileDeleted(table, record, () => implementer.run(source, variables));

    expect(errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it.each([
    [
      'states of containers',
      `mutation ($items: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $items) { results { outcome } } }`,
      { updateNumber: 1, kind: 'fill_level_pct', value: '50' },
    ],
    [
      'openings',
      `mutation ($items: [CardEventInput!]!) { recordCardEvents(events: $items) { results { outcome } } }`,
      { eventNumber: 1, kind: 'no_use' },
    ],
  ])('is rejected by itself in a batch of %s: the others are stored', async (_what, source, item) => {
    const containers = [await aContainer({ org_id: org.id }), await aContainer({ org_id: org.id })] as const;
    const items = containers.map(({ id }) => ({ ...item, containerId: id, at: new Date().toISOString() }));

    const { data } = await answerWhileDeleted('container', containers[0], () => gateway.run(source, { items }));

    expect(Object.values(data as object)).toEqual([{ results: [{ outcome: 'rejected' }, { outcome: 'accepted' }] }]);
  });
});

afterAll(() => expect(internalErrors).toEqual([]));
