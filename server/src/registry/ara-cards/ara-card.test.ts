import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inviteAccount } from '../../identity/account.queries.ts';
import { aCard, aManager, anApartment, anEntrance, anOrg, aSerial, unique } from '../../testing/factories.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, internalErrors, signIn, type Answer, type Caller } from '../../testing/harness.ts';
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

  it.each(['manager', 'local_implementer'] as const)(
    'is not told whose it is at home: who works elsewhere as %s',
    async (role) => {
      const [{ apartment, card, email }, work] = [await aHome(), await aHome()];
      const caller = await signIn(['ara_user', role], {
        orgIds: [work.org.id],
        managers: [work.manager],
        apartments: [apartment],
      });

      const [home, there] = [await caller.run(Find, { id: card.id }), await caller.run(Find, { id: work.card.id })];

      expect(home.data.card.araCard).toMatchObject({ isOwn: false, holder: null });
      expect(JSON.stringify(home)).not.toContain(email);
      expect(there.data.card.araCard.holder).toBe(work.email);
    },
  );

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

describe('who claimed an apartment', () => {
  const Home = '{ apartments { nodes { id occupierName } } cards { nodes { id } } }';
  const Take = 'mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { id } }';
  const Give =
    'mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id rowId } }';
  const Redeem = `mutation ($code: String!) {
    redeemClaimCode(code: $code) { id rowId serialNumber apartmentCards { id rowId } }
  }`;

  /** Somebody whose phone has claimed an apartment, which its org's implementer looks after. */
  async function aClaimed(given: Partial<Awaited<ReturnType<typeof aHome>>> = {}, caller?: Caller) {
    const { org, apartment } = { ...(await aHome()), ...given };
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const resident = caller ?? (await signIn(['ara_user']));
    const issued = await implementer.run('mutation ($id: ID!) { createClaimCode(apartmentId: $id) { code } }', {
      id: apartment.id,
    });
    const { data } = await resident.run(Redeem, { code: issued.data.createClaimCode.code });
    const card = data.redeemClaimCode;
    return { org, apartment, implementer, resident, card, handOut: card.apartmentCards[0] };
  }

  const nothing = { apartments: { nodes: [] }, cards: { nodes: [] } };
  const homesOf = async (caller: Caller) =>
    (await caller.run(Home)).data.apartments.nodes.map(({ id }: { id: string }) => id);

  it.each([
    ['taken back', Take, ({ handOut }: { handOut: object }) => handOut],
    [
      'erased',
      'mutation ($id: ID!, $rowId: ID!) { eraseCard(id: $id, rowId: $rowId) { id } }',
      ({ card }: { card: object }) => card,
    ],
    [
      'replaced by one of plastic',
      `mutation ($id: ID!, $rowId: ID!) { replaceCard(id: $id, rowId: $rowId, serialNumber: "${aSerial()}") { outcome } }`,
      ({ card }: { card: object }) => card,
    ],
  ])('reads nothing of who lives there next, once the card on the phone is %s', async (_how, source, of) => {
    const claimed = await aClaimed();
    const { id, rowId } = of(claimed) as { id: string; rowId: string };

    expect((await claimed.implementer.run(source, { id, rowId })).errors).toBeUndefined();

    expect((await claimed.resident.run(Home)).data).toEqual(nothing);
  });

  it('stays while another card of the same phone is held there, and others who live there stay anyway', async () => {
    const first = await aClaimed();
    const second = await aClaimed(first, first.resident);
    const neighbour = await aClaimed(first);

    await first.implementer.run(Take, first.handOut);
    expect(await homesOf(first.resident)).toEqual([first.apartment.id]);
    await first.implementer.run(Take, second.handOut);
    expect(await homesOf(first.resident)).toEqual([]);
    expect(await homesOf(neighbour.resident)).toEqual([first.apartment.id]);
  });

  /** Has both do what they do before either of them has done it: they wait for the org's turn at their ends. */
  async function atOnce(orgId: string, ...both: readonly (() => Promise<Answer>)[]): Promise<void> {
    const answers: Promise<Answer>[] = [];
    const { id: apartment_id } = await anApartment({ org_id: orgId });
    const { id: card_id } = await aCard({ org_id: orgId });
    await asSystem(async (tx) => {
      await tx.insertInto('apartment_card').values({ org_id: orgId, apartment_id, card_id }).execute();
      await sql`set constraints all immediate`.execute(tx);
      answers.push(...both.map((each) => each()));
      await untilAwaited(both.length);
    });
    for (const { errors } of await Promise.all(answers)) {
      expect(errors).toBeUndefined();
    }
  }

  it('reads nothing of who lives there next when the last two cards of the phone are taken back at the same moment', async () => {
    const first = await aClaimed();
    const second = await aClaimed(first, first.resident);

    await atOnce(
      first.org.id,
      () => first.implementer.run(Take, first.handOut),
      () => second.implementer.run(Take, second.handOut),
    );

    expect((await first.resident.run(Home)).data).toEqual(nothing);
  });

  it('stays when the phone is given another card there at the moment when its only one is taken back', async () => {
    const { org, apartment, implementer, resident, handOut } = await aClaimed();
    const { card: spare } = await aClaimed({ org, apartment: await anApartment({ org_id: org.id }) }, resident);
    await implementer.run(Take, spare.apartmentCards[0]);

    await atOnce(
      org.id,
      () => implementer.run(Give, { apartmentId: apartment.id, cardId: spare.id }),
      () => implementer.run(Take, handOut),
    );

    expect(await homesOf(resident)).toEqual([apartment.id]);
  });

  it('goes along with the card: back when it is given back, and to the apartment that it is handed to', async () => {
    const { org, apartment, implementer, resident, card, handOut } = await aClaimed();
    await implementer.run(Take, handOut);

    const { data } = await implementer.run(Give, { apartmentId: apartment.id, cardId: card.id });
    expect(await homesOf(resident)).toEqual([apartment.id]);

    await implementer.run(Take, data.assignCard);
    const next = await anApartment({ org_id: org.id });
    await implementer.run(Give, { apartmentId: next.id, cardId: card.id });
    expect(await homesOf(resident)).toEqual([next.id]);
  });

  it('stays when a card of plastic is taken back', async () => {
    const { org, apartment, implementer, resident } = await aClaimed();
    const plastic = await aCard({ org_id: org.id });
    const { data } = await implementer.run(Give, { apartmentId: apartment.id, cardId: plastic.id });

    await implementer.run(Take, data.assignCard);

    expect(await homesOf(resident)).toEqual([apartment.id]);
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
