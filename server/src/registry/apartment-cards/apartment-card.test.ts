import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../database/tables.ts';
import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

const Create = /* GraphQL */ `
  mutation ($input: CreateCardInput!) {
    createCard(input: $input) {
      id
      rowId
    }
  }
`;
const Assign = /* GraphQL */ `
  mutation ($apartmentId: ID!, $cardId: ID!) {
    assignCard(apartmentId: $apartmentId, cardId: $cardId) {
      id
      rowId
      active
      createdAt
      viewerCanUnassign
      apartment {
        id
      }
      card {
        id
        apartmentCards {
          active
        }
      }
    }
  }
`;
const Unassign = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    unassignCard(id: $id, rowId: $rowId) {
      id
      rowId
      active
    }
  }
`;
const List = /* GraphQL */ `
  query ($filter: ApartmentCardFilter, $sort: [ApartmentCardSort!]) {
    apartmentCards(filter: $filter, sort: $sort) {
      totalCount
      nodes {
        id
        active
      }
    }
  }
`;

let lastSerial = 0xd0_00_00_00;

let org: Row<'org'>;
let manager: Row<'manager'>;
let apartment: Row<'apartment'>;
let implementer: Caller;
let keeper: Caller;

beforeEach(async () => {
  org = await anOrg();
  manager = await aManager({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
  apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  keeper = await signIn(['manager'], { managers: [manager] });
});

async function aCard(creator: Caller = implementer): Promise<{ id: string; rowId: string }> {
  const input = { serialNumber: (lastSerial += 1).toString(16), kind: 'physical' };
  return (await creator.run(Create, { input })).data.createCard;
}

describe('assignCard', () => {
  it('hands a card that nobody holds to an apartment, for a manager too', async () => {
    const card = await aCard();

    const { data } = await keeper.run(Assign, { apartmentId: apartment.id, cardId: card.id });

    expect(data.assignCard).toMatchObject({
      active: true,
      viewerCanUnassign: true,
      apartment: { id: apartment.id },
      card: { id: card.id, apartmentCards: [{ active: true }] },
    });
    expect(Date.now() - Date.parse(data.assignCard.createdAt)).toBeLessThan(60_000);
  });

  it('moves no card from one apartment to another', async () => {
    const card = await aCard();
    const other = await anApartment({ org_id: org.id });
    const first = await implementer.run(Assign, { apartmentId: apartment.id, cardId: card.id });

    const refused = await implementer.run(Assign, { apartmentId: other.id, cardId: card.id });
    const { id, rowId } = first.data.assignCard;
    const unassigned = await implementer.run(Unassign, { id, rowId });
    const moved = await implementer.run(Assign, { apartmentId: other.id, cardId: card.id });

    expect(refused.errors).toMatchObject([{ code: 'ValidationFailed', fields: { cardId: 'form.cardAssigned' } }]);
    expect(unassigned.data.unassignCard).toMatchObject({ id, active: false });
    expect(moved.data.assignCard.card.apartmentCards).toEqual([{ active: true }, { active: false }]);
  });

  it('hands it to one apartment when two ask at the same moment', async () => {
    const card = await aCard();
    const other = await anApartment({ org_id: org.id });

    const answers = await Promise.all(
      [apartment, other].map(({ id }) => implementer.run(Assign, { apartmentId: id, cardId: card.id })),
    );

    expect(answers.map(({ errors }) => errors?.[0]?.['fields'])).toContainEqual({ cardId: 'form.cardAssigned' });
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
  });

  it('refuses an erased card, and one of another org', async () => {
    const [card, root, other] = [await aCard(), await signIn(['root']), await anOrg()];
    const foreign = await anApartment({ org_id: other.id });
    const Erase = 'mutation ($id: ID!, $rowId: ID!) { eraseCard(id: $id, rowId: $rowId) { id } }';

    const elsewhere = await root.run(Assign, { apartmentId: foreign.id, cardId: card.id });
    await root.run(Erase, card);
    const erased = await root.run(Assign, { apartmentId: apartment.id, cardId: card.id });

    expect(elsewhere.errors).toMatchObject([{ code: 'ValidationFailed', fields: { cardId: 'form.otherOrg' } }]);
    expect(erased.errors).toMatchObject([{ code: 'ValidationFailed', fields: { cardId: 'form.cardErased' } }]);
  });

  it('refuses a blocked card, until it is unblocked', async () => {
    const card = await aCard();
    const move = (name: 'block' | 'unblock', rowId: string) =>
      implementer.run(`mutation ($id: ID!, $rowId: ID!) { moved: ${name}Card(id: $id, rowId: $rowId) { rowId } }`, {
        id: card.id,
        rowId,
      });
    const assign = () => keeper.run(Assign, { apartmentId: apartment.id, cardId: card.id });
    const { rowId } = (await move('block', card.rowId)).data.moved;

    expect((await assign()).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { cardId: 'form.cardBlocked' } },
    ]);

    await move('unblock', rowId);
    expect((await assign()).errors).toBeUndefined();
  });

  it('finds no apartment of another manager, and no card of another org', async () => {
    const card = await aCard();
    const other = await anOrg();
    const foreignCard = await aCard(await signIn(['local_implementer'], { orgIds: [other.id] }));
    const stranger = await anApartment({ org_id: org.id });

    for (const variables of [
      { apartmentId: stranger.id, cardId: card.id },
      { apartmentId: apartment.id, cardId: foreignCard.id },
      { apartmentId: apartment.id, cardId: 'nothing' },
    ]) {
      expect((await keeper.run(Assign, variables)).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it.each(['local_reporter', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id], apartments: [apartment] });

    const { errors } = await caller.run(Assign, { apartmentId: apartment.id, cardId: (await aCard()).id });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('unassignCard', () => {
  it('is refused for a hand-out that has ended, or from an old version of it', async () => {
    const { id: cardId } = await aCard();
    const { id, rowId } = (await keeper.run(Assign, { apartmentId: apartment.id, cardId })).data.assignCard;

    const ended = (await keeper.run(Unassign, { id, rowId })).data.unassignCard;
    const again = await keeper.run(Unassign, { id, rowId: ended.rowId });
    const stale = await keeper.run(Unassign, { id, rowId });

    expect(again.errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'form.cardNotAssigned' } }]);
    expect(stale.errors).toMatchObject([{ code: 'Conflict', current: { id, active: false } }]);
  });

  it('finds no hand-out of another manager', async () => {
    const { id: cardId } = await aCard();
    const { id, rowId } = (await implementer.run(Assign, { apartmentId: apartment.id, cardId })).data.assignCard;
    const stranger = await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] });

    expect((await stranger.run(Unassign, { id, rowId })).errors).toMatchObject([{ code: 'NotFound' }]);
  });
});

describe('apartmentCards', () => {
  it('are listed for those who keep the cards and for who lives there', async () => {
    const { id: cardId } = await aCard();
    const { id } = (await implementer.run(Assign, { apartmentId: apartment.id, cardId })).data.assignCard;
    const elsewhere = await anApartment({ org_id: org.id });
    await implementer.run(Assign, { apartmentId: elsewhere.id, cardId: (await aCard()).id });
    const resident = await signIn(['ara_user'], { apartments: [apartment] });

    for (const caller of [keeper, resident]) {
      expect((await caller.run(List)).data.apartmentCards).toEqual({ totalCount: 1, nodes: [{ id, active: true }] });
    }
    for (const field of ['id', 'active', 'apartment_id', 'created_at']) {
      const sort = [{ field, direction: 'asc' }];
      expect((await implementer.run(List, { sort })).data.apartmentCards.totalCount).toBe(2);
    }
    const filter = { cardId, active: true, apartmentId: apartment.id };
    expect((await implementer.run(List, { filter })).data.apartmentCards.nodes).toEqual([{ id, active: true }]);
  });

  it('say in their history who took the card back', async () => {
    const { id: cardId } = await aCard();
    const { id, rowId } = (await keeper.run(Assign, { apartmentId: apartment.id, cardId })).data.assignCard;
    await keeper.run(Unassign, { id, rowId });

    const { data } = await implementer.run(
      'query ($id: ID!) { history(kind: "apartmentCard", id: $id) { nodes { updatedBy fields { name newValue } } } }',
      { id },
    );

    const { email } = await asSystem((tx) =>
      tx
        .selectFrom('account')
        .innerJoin('manager_member', 'manager_member.account_id', 'account.id')
        .select('account.email')
        .where('manager_member.manager_id', '=', manager.id)
        .executeTakeFirstOrThrow(),
    );
    expect(data.history.nodes[0]).toEqual({ updatedBy: email, fields: [{ name: 'active', newValue: 'false' }] });
  });
});
