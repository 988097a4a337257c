import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ClaimCodeState } from '@noa/domain/codes/claim-code.ts';
import { anApartment, anOrg } from '../../testing/factories.ts';
import { rounds } from '../../testing/rounds.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, signIn, type Answer, type Caller } from '../../testing/harness.ts';
import { aHomeToClaim, CreateMissing } from './claim-code.fixture.ts';

/** What the domain says of an apartment's codes, written down a second time: oldest first, and the cards they gave. */
interface Model {
  states: ClaimCodeState[];
  cards: number;
}

interface Real {
  keeper: Caller;
  apartmentId: string;
  /** Every code ever given, oldest first. */
  codes: { id: string; code: string }[];
}

type Command = fc.AsyncCommand<Model, Real>;

const current = ({ states }: Model) => states.lastIndexOf('live');

const create: Command = {
  check: () => true,
  toString: () => 'createClaimCode',
  run: async (model, real) => {
    const { data } = await real.keeper.run(
      'mutation ($id: ID!) { createClaimCode(apartmentId: $id) { id code state } }',
      { id: real.apartmentId },
    );
    expect(data.createClaimCode.state).toBe('live');
    real.codes.push(data.createClaimCode);
    model.states = [...model.states.map((state) => (state === 'live' ? 'revoked' : state)), 'live'];
  },
};

const revoke: Command = {
  check: ({ states }) => states.length > 0,
  toString: () => 'revokeClaimCode',
  run: async (model, real) => {
    const { id } = real.codes.at(-1) ?? { id: '' };
    const { claimCodes } = (
      await real.keeper.run('query ($id: ID!) { apartment(id: $id) { claimCodes { id rowId } } }', {
        id: real.apartmentId,
      })
    ).data.apartment as { claimCodes: { id: string; rowId: string }[] };
    const { errors } = await real.keeper.run(
      'mutation ($id: ID!, $rowId: ID!) { revokeClaimCode(id: $id, rowId: $rowId) { id } }',
      { ...claimCodes.find((each) => each.id === id) },
    );
    const last = model.states.length - 1;
    if (model.states[last] === 'live') {
      expect(errors).toBeUndefined();
      model.states[last] = 'revoked';
    } else {
      expect(errors).toMatchObject([{ fields: { id: 'claimCode.notLive' } }]);
    }
  },
};

const expire: Command = {
  check: (model) => current(model) >= 0,
  toString: () => 'ninety days pass',
  run: async (model, { apartmentId }) => {
    await asSystem((tx) =>
      sql`update claim_code set expires_at = now() - interval '1 second'
        where apartment_id = ${apartmentId} and state = 'live'`.execute(tx),
    );
    model.states[current(model)] = 'expired';
  },
};

/** Somebody new tries one of the codes that were ever given. */
const redeem = (which: number): Command => ({
  check: ({ states }) => states.length > 0,
  toString: () => `redeemClaimCode(${which})`,
  run: async (model, real) => {
    const index = which % real.codes.length;
    const somebody = await signIn(['ara_user']);
    const { errors } = await somebody.run('mutation ($code: String!) { redeemClaimCode(code: $code) { kind } }', {
      code: real.codes[index]?.code,
    });
    if (model.states[index] === 'live') {
      expect(errors).toBeUndefined();
      model.states[index] = 'redeemed';
      model.cards += 1;
    } else {
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { code: 'form.claimCodeRefused' } }]);
    }
  },
});

/** Everything that can be seen of the codes is what the model says; only a live one is shown in the clear. */
const look: Command = {
  check: () => true,
  toString: () => 'look',
  run: async (model, real) => {
    const { data } = await real.keeper.run(
      `query ($id: ID!) {
        apartment(id: $id) { cardCount liveClaimCode { code } claimCodes { id code state viewerCanRevoke } }
      }`,
      { id: real.apartmentId },
    );
    const { claimCodes, liveClaimCode, cardCount } = data.apartment;
    expect(claimCodes).toEqual(
      real.codes
        .map(({ id, code }, index) => {
          const isLive = model.states[index] === 'live';
          return { id, code: isLive ? code : null, state: model.states[index], viewerCanRevoke: isLive };
        })
        .toReversed(),
    );
    expect(liveClaimCode?.code).toBe(real.codes[current(model)]?.code);
    expect(cardCount).toBe(model.cards);
  },
};

const commands = fc.commands(
  [fc.constant(create), fc.constant(revoke), fc.constant(expire), fc.nat(9).map(redeem), fc.constant(look)],
  { maxCommands: 12 },
);

it('never has two live codes, and gives one card for each that was redeemed while it lived', async () => {
  const org = await anOrg();
  const keeper = await signIn(['local_implementer'], { orgIds: [org.id] });
  const setup = async () => {
    const { id: apartmentId } = await anApartment({ org_id: org.id });
    const model: Model = { states: [], cards: 0 };
    const real: Real = { keeper, apartmentId, codes: [] };
    return { model, real };
  };

  await fc.assert(
    fc.asyncProperty(commands, (run) => fc.asyncModelRun(setup, run)),
    { numRuns: rounds(12, 100) },
  );
});

it('stays live when two give codes to all who have none at the same moment: letters of the first may be printed already', async () => {
  const { org, entrance, apartment, manager, implementer, codesOf } = await aHomeToClaim();
  const other = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const keeper = await signIn(['manager'], { managers: [manager] });
  const given: Promise<Answer>[] = [];

  await asSystem(async (tx) => {
    await tx.selectFrom('apartment').select('id').where('id', '=', apartment.id).forUpdate().execute();
    given.push(implementer.run(CreateMissing, { entranceId: entrance.id }));
    given.push(keeper.run(CreateMissing, { entranceId: entrance.id }));
    await untilAwaited(2);
  });

  const counts = (await Promise.all(given)).map(({ data }) => data.createMissingClaimCodes);
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 2]);
  for (const each of [apartment, other]) {
    expect((await codesOf(each)).claimCodes).toMatchObject([{ state: 'live' }]);
  }
});
