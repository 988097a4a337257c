import { describe, expect, it } from 'vitest';
import { inviteAccount } from '../../identity/account.queries.ts';
import { aManager, anApartment, anEntrance, anOrg, unique } from '../../testing/factories.ts';
import { asSystem, internalErrors, signIn, type Caller } from '../../testing/harness.ts';
import { insertVirtualCard } from '../claim-codes/claim-code.queries.ts';

const fields = 'id rowId validFrom createdAt isOwn card { id kind }';
const List = `query ($filter: AraCardFilter) { araCards(filter: $filter) { totalCount nodes { ${fields} } } }`;
const Find = `query ($id: ID!) { card(id: $id) { araCard { ${fields} holder } } }`;
const OfApartment = `query ($id: ID!) { apartment(id: $id) { araCards { ${fields} } apartmentCards { card { araCard { isOwn } } } } }`;

/** An apartment of a manager's entrance, with a phone of somebody who lives there. */
async function aHome() {
  const org = await anOrg();
  const manager = await aManager({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
  const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const email = `${unique('phone')}@noa.test`;
  const { card, handOut } = await asSystem(async (tx) => {
    const given = await insertVirtualCard(tx, org.id);
    const account_id = await inviteAccount(tx, email);
    await tx.insertInto('ara_card').values({ org_id: org.id, card_id: given.id, account_id }).execute();
    const handed = await tx
      .insertInto('apartment_card')
      .values({ org_id: org.id, apartment_id: apartment.id, card_id: given.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { card: given, handOut: handed };
  });
  return { org, manager, apartment, card, handOut, email };
}

const countOf = async (caller: Caller, filter: Record<string, unknown>) =>
  (await caller.run(List, { filter })).data.araCards.totalCount;

describe('the card on a resident’s phone', () => {
  it('is a record of its own, found by its card and by the apartment that holds that now', async () => {
    const { apartment, card, handOut } = await aHome();
    const root = await signIn(['root']);

    const found = (await root.run(List, { filter: { cardId: card.id } })).data.araCards;

    expect(found).toMatchObject({ totalCount: 1, nodes: [{ isOwn: false, card: { id: card.id, kind: 'virtual' } }] });
    const [{ id }] = found.nodes;
    const { data } = await root.run(`query ($id: ID!) { araCard(id: $id) { ${fields} } }`, { id });
    expect(data.araCard).toEqual(found.nodes[0]);
    expect(await countOf(root, { apartmentId: apartment.id })).toBe(1);
    await asSystem((tx) =>
      tx.updateTable('apartment_card').set({ active: false }).where('id', '=', handOut.id).execute(),
    );
    expect(await countOf(root, { apartmentId: apartment.id })).toBe(0);
  });

  it('says on the card whose phone it is, to those who keep cards', async () => {
    const { org, manager, card, email } = await aHome();
    const callers = [
      await signIn(['local_implementer'], { orgIds: [org.id] }),
      await signIn(['manager'], { managers: [manager] }),
    ];

    for (const caller of callers) {
      expect((await caller.run(Find, { id: card.id })).data.card.araCard).toMatchObject({
        holder: email,
        isOwn: false,
      });
    }
  });

  it('is seen by whoever lives in the apartment, who is not told whose it is', async () => {
    const { apartment, card } = await aHome();
    const neighbour = await signIn(['ara_user'], { apartments: [apartment] });

    const { data } = await neighbour.run(OfApartment, { id: apartment.id });
    const refused = await neighbour.run(Find, { id: card.id });

    expect(data.apartment).toMatchObject({
      araCards: [{ isOwn: false, card: { id: card.id } }],
      apartmentCards: [{ card: { araCard: { isOwn: false } } }],
    });
    expect(refused.errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('is known as their own to the account that holds it, from the moment it claims the apartment', async () => {
    const { org, apartment } = await aHome();
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await implementer.run('mutation ($id: ID!) { createClaimCode(apartmentId: $id) { code } }', {
      id: apartment.id,
    });
    const resident = await signIn(['ara_user']);

    const redeemed = await resident.run(
      `mutation ($code: String!) { redeemClaimCode(code: $code) { id araCard { isOwn createdAt validFrom } } }`,
      { code: data.createClaimCode.code },
    );

    expect(redeemed.data.redeemClaimCode.araCard).toMatchObject({ isOwn: true });
    const seen = (await resident.run(OfApartment, { id: apartment.id })).data.apartment;
    expect(seen.araCards.map(({ isOwn }: { isOwn: boolean }) => isOwn)).toEqual([true, false]);
  });

  it('is nothing to those of another org, another entrance or another apartment', async () => {
    const [{ card, apartment }, other] = [await aHome(), await aHome()];
    const strangers = [
      await signIn(['local_implementer'], { orgIds: [other.org.id] }),
      await signIn(['manager'], { managers: [other.manager] }),
      await signIn(['ara_user'], { apartments: [other.apartment] }),
    ];

    for (const stranger of strangers) {
      expect(await countOf(stranger, { cardId: card.id })).toBe(0);
      expect(await countOf(stranger, { apartmentId: apartment.id })).toBe(0);
    }
  });

  it('is read of the past as of the present', async () => {
    const { card, email } = await aHome();
    const root = await signIn(['root']);
    const asOf = 'query ($id: ID!, $asOf: DateTime) { card(id: $id, asOf: $asOf) { araCard { holder } } }';
    const { data } = await root.run('query ($id: ID!) { card(id: $id) { validFrom } }', { id: card.id });

    const past = await root.run(asOf, { id: card.id, asOf: data.card.validFrom });

    expect(past.data.card.araCard).toEqual({ holder: email });
  });

  it('is none of a card of plastic', async () => {
    const { org } = await aHome();
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await implementer.run(
      'mutation ($input: CreateCardInput!) { createCard(input: $input) { id araCard { id } } }',
      { input: { orgId: org.id, kind: 'physical', serialNumber: '04A2B1C3D4E5F6' } },
    );

    expect(data.createCard.araCard).toBeNull();
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
