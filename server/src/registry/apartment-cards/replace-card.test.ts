import { describe, expect, it } from 'vitest';
import type { Row } from '../../database/tables.ts';
import { aCard, aManager, anApartment, anEntrance, anOrg, aSerial } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

const Replace = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $serialNumber: String!, $reason: String) {
    replaceCard(id: $id, rowId: $rowId, serialNumber: $serialNumber, reason: $reason) {
      outcome
      card {
        id
        status
        apartmentCards {
          active
        }
      }
      apartmentCard {
        active
        apartment {
          id
        }
        card {
          id
          status
          serialNumber
        }
      }
    }
  }
`;

const org = await anOrg();
const manager = await aManager({ org_id: org.id });
const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
const keeper = await signIn(['manager'], { managers: [manager] });

type Card = Row<'card'>;

const aHome = () => anApartment({ org_id: org.id, entrance_id: entrance.id });

const replace = (caller: Caller, { id, row_id }: Card, serialNumber: string, reason?: string) =>
  caller.run(Replace, { id, rowId: row_id, serialNumber, reason });

const eventsOf = ({ serial_number }: Card) =>
  asSystem((tx) =>
    tx
      .selectFrom('card_event')
      .select(['kind', 'reason', 'apartment_id'])
      .where('serial_number', '=', serial_number)
      .execute(),
  );

const holdersOf = ({ id }: Card) =>
  asSystem((tx) =>
    tx.selectFrom('apartment_card').select(['apartment_id', 'active']).where('card_id', '=', id).execute(),
  );

describe('replaceCard', () => {
  it('blocks the lost card with its reason, takes it back, and registers and hands out the new one', async () => {
    const home = await aHome();
    const lost = await aCard({ org_id: org.id, apartment: home });
    const serialNumber = aSerial();

    const { data } = await replace(implementer, lost, serialNumber, 'pierdut');

    expect(data.replaceCard).toEqual({
      outcome: 'registered',
      card: { id: lost.id, status: 'blocked', apartmentCards: [{ active: false }] },
      apartmentCard: {
        active: true,
        apartment: { id: home.id },
        card: { id: expect.any(String) as unknown, status: 'normal', serialNumber },
      },
    });
    expect(await eventsOf(lost)).toEqual([{ kind: 'card_blocked', reason: 'pierdut', apartment_id: home.id }]);
  });

  it('counts once as blocked and once as replaced in card-lifecycle', async () => {
    const { id: org_id } = await anOrg();
    const by = await signIn(['local_implementer'], { orgIds: [org_id] });
    const home = await anApartment({ org_id, entrance_id: (await anEntrance({ org_id })).id });
    const lost = await aCard({ org_id, apartment: home });

    await replace(by, lost, aSerial());

    const { data } = await by.run(
      `query ($input: ReportInput!) { report(name: "card-lifecycle", input: $input) { totals } }`,
      {
        input: {
          from: new Date(Date.now() - 86_400_000).toISOString(),
          to: new Date(Date.now() + 86_400_000).toISOString(),
          groupBy: [],
          metrics: ['issued_count', 'card_blocked_count', 'replaced_count'],
        },
      },
    );
    expect(data.report.totals).toEqual([2, 1, 1]);
  });

  it('lets a manager give a card that is registered, and tells no other event of one that was blocked before', async () => {
    const home = await aHome();
    const lost = await aCard({ org_id: org.id, apartment: home, status: 'blocked' });
    const spare = await aCard({ org_id: org.id });

    const { data } = await replace(keeper, lost, spare.serial_number);

    expect(data.replaceCard).toMatchObject({
      outcome: 'assigned',
      card: { status: 'blocked' },
      apartmentCard: { card: { id: spare.id } },
    });
    expect(await eventsOf(lost)).toEqual([]);
    expect(await holdersOf(lost)).toEqual([{ apartment_id: home.id, active: false }]);
  });

  it('changes nothing when the new card cannot be had', async () => {
    const home = await aHome();
    const lost = await aCard({ org_id: org.id, apartment: home });
    const own = await aCard({ org_id: org.id, apartment: home });
    const others = await aCard({ org_id: org.id, apartment: await aHome() });
    const blocked = await aCard({ org_id: org.id, status: 'blocked' });
    const foreign = await aCard({ org_id: (await anOrg()).id });

    for (const [serialNumber, problem] of [
      [lost.serial_number, 'form.sameCard'],
      [own.serial_number, 'form.cardAssigned'],
      [others.serial_number, 'form.cardAssigned'],
      [blocked.serial_number, 'form.cardBlocked'],
      [foreign.serial_number, 'form.taken'],
      ['08:A2:B1:C3', 'form.randomSerial'],
      ['card', 'form.badSerial'],
    ] as const) {
      const { errors } = await replace(implementer, lost, serialNumber);
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: problem } }]);
    }
    expect(await holdersOf(lost)).toEqual([{ apartment_id: home.id, active: true }]);
    expect(await eventsOf(lost)).toEqual([]);
    expect(await eventsOf(foreign)).toMatchObject([{ kind: 'duplicate_detected' }]);
  });

  it('is of a card that an apartment holds, in the version that one has seen', async () => {
    const loose = await aCard({ org_id: org.id });
    const held = await aCard({ org_id: org.id, apartment: await aHome() });

    expect((await replace(implementer, loose, aSerial())).errors).toMatchObject([
      { fields: { id: 'form.cardNotHeld' } },
    ]);
    expect((await replace(implementer, { ...held, row_id: '1' }, aSerial())).errors).toMatchObject([
      { code: 'Conflict' },
    ]);
  });

  it('replaces once when the same request arrives twice', async () => {
    const home = await aHome();
    const lost = await aCard({ org_id: org.id, apartment: home });
    const serialNumber = aSerial();

    const answers = await Promise.all([1, 2].map(() => replace(implementer, lost, serialNumber)));

    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(await eventsOf(lost)).toHaveLength(1);
  });
});
