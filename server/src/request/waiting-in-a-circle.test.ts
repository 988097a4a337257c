import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Tx } from '../database/database.ts';
import { aCard, aContainer, aManager, anApartment, anEntrance, anOrg, aSerial } from '../testing/factories.ts';
import { untilAwaited } from '../testing/awaited-locks.ts';
import { asSystem, internalErrors, signIn, signInGateway, type Answer } from '../testing/harness.ts';

const org = await anOrg();
const [one, another] = [
  await signIn(['local_implementer'], { orgIds: [org.id] }),
  await signIn(['local_implementer'], { orgIds: [org.id] }),
];
const resident = await signIn(['ara_user']);
const gateway = await signInGateway([org.id]);

/**
 * What two are answered, the second of whom asks while the first waits for what `hold` has locked: from then on, each has locked what the other
 * needs next.
 */
async function answersOf(
  hold: (tx: Tx) => Promise<unknown>,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<readonly [Answer, Answer]> {
  const asked: Promise<Answer>[] = [];
  await asSystem(async (tx) => {
    await hold(tx);
    asked.push(first());
    await untilAwaited(1);
    asked.push(second());
    await untilAwaited(2);
  });
  return (await Promise.all(asked)) as [Answer, Answer];
}

const lockApartment = (id: string) => (tx: Tx) => sql`select from apartment where id = ${id} for update`.execute(tx);

const Issue = 'mutation ($id: ID!) { createClaimCode(apartmentId: $id) { code } }';
const Redeem = 'mutation ($code: String!) { redeemClaimCode(code: $code) { id } }';
const Replace = `mutation ($id: ID!, $rowId: ID!, $serialNumber: String!) {
  replaceCard(id: $id, rowId: $rowId, serialNumber: $serialNumber) { outcome }
}`;

const codesOf = ({ errors }: Answer) => errors?.map(({ code }) => code);

describe('two who each wait for what the other has locked', () => {
  it('are both answered when an apartment is given another code while the one before is redeemed', async () => {
    const { id } = await anApartment({ org_id: org.id });
    const { code } = (await one.run(Issue, { id })).data.createClaimCode;

    const [issued, redeemed] = await answersOf(
      lockApartment(id),
      () => one.run(Issue, { id }),
      () => resident.run(Redeem, { code }),
    );

    expect(issued.errors).toBeUndefined();
    expect([undefined, ['ValidationFailed']]).toContainEqual(codesOf(redeemed));
  });

  it('are both answered when an apartment is deleted while a card that was asked for is handed to it', async () => {
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
    const { id, row_id: rowId } = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    const asking = await signIn(['manager'], { managers: [manager] });
    const { data } = await asking.run(
      `mutation ($id: ID!, $serialNumber: String!) { requestCard(apartmentId: $id, serialNumber: $serialNumber) { id rowId } }`,
      { id, serialNumber: aSerial() },
    );

    const answers = await answersOf(
      lockApartment(id),
      () => one.run('mutation ($id: ID!, $rowId: ID!) { deleteApartment(id: $id, rowId: $rowId) }', { id, rowId }),
      () =>
        another.run(
          'mutation ($id: ID!, $rowId: ID!) { acceptCardRequest(id: $id, rowId: $rowId) { state } }',
          data.requestCard,
        ),
    );

    // One of them is done; the other is told why not.
    expect([
      [undefined, ['NotFound']],
      [['ValidationFailed'], undefined],
      [undefined, ['ValidationFailed']],
    ]).toContainEqual(answers.map(codesOf));
  });

  it('are both answered when two apartments are each given the card that the other loses', async () => {
    const cards = await Promise.all(
      [1, 2].map(async () => aCard({ org_id: org.id, apartment: await anApartment({ org_id: org.id }) })),
    );
    const [mine, theirs] = cards as [(typeof cards)[0], (typeof cards)[0]];
    const replaced = (former: typeof mine, next: typeof mine) => () =>
      one.run(Replace, { id: former.id, rowId: former.row_id, serialNumber: next.serial_number });

    const answers = await answersOf(
      (tx) => sql`select from apartment_card where card_id = ${mine.id} for update`.execute(tx),
      replaced(mine, theirs),
      replaced(theirs, mine),
    );

    for (const codes of answers.map(codesOf)) {
      expect([['ValidationFailed'], ['Conflict'], undefined]).toContainEqual(codes);
    }
  });

  it('have both told what their locks saw in months that nobody has told of, each in an order of their own', async () => {
    const { id: containerId } = await aContainer({ org_id: org.id });
    const { id: otherId } = await aContainer({ org_id: org.id });
    const months = ['2025-01-15T10:00:00Z', '2025-02-15T10:00:00Z'];
    const told = (lock: string, moments: readonly string[]) => () =>
      gateway.run(
        'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
        { events: moments.map((at, index) => ({ containerId: lock, eventNumber: index + 1, kind: 'no_use', at })) },
      );

    const answers = await answersOf(
      (tx) => sql`select pg_advisory_xact_lock(hashtext('stored_event_2025_01'))`.execute(tx),
      told(containerId, months),
      told(otherId, months.toReversed()),
    );

    const accepted = { outcome: 'accepted' };
    expect(answers.map(({ data }) => data?.recordCardEvents.results)).toEqual([
      [accepted, accepted],
      [accepted, accepted],
    ]);
  });
});

afterAll(() => expect(internalErrors).toEqual([]));
