import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardTransition } from '@noa/domain/card.ts';
import { cardStatuses, roles, type CardStatus, type Role } from '@noa/domain/vocabulary.ts';
import { aCard, aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { rounds } from '../../testing/rounds.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

/** What the domain says a card may do, written down a second time: states, transitions, holder, events. */
interface Model {
  status: CardStatus;
  held: boolean;
  events: string[];
}

interface Real {
  caller: Caller;
  apartmentId: string;
  id: string;
  rowId: string;
  handOut: { id: string; rowId: string } | null;
}

type Command = fc.AsyncCommand<Model, Real>;

/** A move of the card: it succeeds from these states and leads to that one; from any other it changes nothing. */
const move = (mutation: string, from: readonly CardStatus[], to: CardStatus, event: string): Command => ({
  check: () => true,
  toString: () => mutation,
  run: async (model, real) => {
    const { data, errors } = await real.caller.run(
      `mutation ($id: ID!, $rowId: ID!) { move: ${mutation}(id: $id, rowId: $rowId, reason: "model") { rowId status } }`,
      { id: real.id, rowId: real.rowId },
    );
    if (!from.includes(model.status)) {
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'card.noSuchTransition' } }]);
      return;
    }
    expect(data.move.status).toBe(to);
    real.rowId = data.move.rowId;
    model.status = to;
    model.held &&= to !== 'erased';
    model.events.push(event);
  },
});

const assign: Command = {
  check: () => true,
  toString: () => 'assignCard',
  run: async (model, real) => {
    const { data, errors } = await real.caller.run(
      'mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id rowId } }',
      { apartmentId: real.apartmentId, cardId: real.id },
    );
    if (model.status !== 'normal' || model.held) {
      const cardId = model.held
        ? 'form.cardAssigned'
        : model.status === 'erased'
          ? 'form.cardErased'
          : 'form.cardBlocked';
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { cardId } }]);
      return;
    }
    real.handOut = data.assignCard;
    model.held = true;
  },
};

const unassign: Command = {
  check: (model) => model.held,
  toString: () => 'unassignCard',
  run: async (model, real) => {
    const { data } = await real.caller.run(
      'mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { active } }',
      { ...real.handOut },
    );
    expect(data.unassignCard).toEqual({ active: false });
    model.held = false;
  },
};

/** Everything that can be seen of the card is what the model says. */
const look: Command = {
  check: () => true,
  toString: () => 'look',
  run: async (model, { caller, id, apartmentId }) => {
    const { data } = await caller.run(
      `query ($id: ID!) {
        card(id: $id) {
          status viewerCanBlock viewerCanUnblock viewerCanErase viewerCanAssign
          apartmentCards { active apartment { id } }
        }
      }`,
      { id },
    );
    const { apartmentCards, ...card } = data.card;
    const holders = (apartmentCards as { active: boolean; apartment: { id: string } }[]).filter(({ active }) => active);
    expect(card).toEqual({
      status: model.status,
      viewerCanBlock: model.status === 'normal',
      viewerCanUnblock: model.status === 'blocked',
      viewerCanErase: model.status !== 'erased',
      viewerCanAssign: model.status !== 'erased',
    });
    expect(holders).toEqual(model.held ? [{ active: true, apartment: { id: apartmentId } }] : []);
    const events = await asSystem((tx) =>
      tx.selectFrom('card_event').select('kind').where('card_id', '=', id).orderBy('id').execute(),
    );
    expect(events.map(({ kind }) => kind)).toEqual(model.events);
  },
};

const commands = fc.commands(
  [
    fc.constant(move('blockCard', ['normal'], 'blocked', 'card_blocked')),
    fc.constant(move('unblockCard', ['blocked'], 'normal', 'card_unblocked')),
    fc.constant(move('eraseCard', ['normal', 'blocked'], 'erased', 'card_erased')),
    fc.constant(assign),
    fc.constant(unassign),
    fc.constant(look),
  ],
  { maxCommands: 14 },
);

it('never leaves the states that the domain allows, and writes one event for each transition', async () => {
  const org = await anOrg();
  const { id: apartmentId } = await anApartment({ org_id: org.id });
  const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
  let serial = 0xca_00_00_00;
  const setup = async () => {
    const { data } = await caller.run(
      'mutation ($input: CreateCardInput!) { createCard(input: $input) { id rowId } }',
      {
        input: { serialNumber: (serial += 1).toString(16), kind: 'physical' },
      },
    );
    const model: Model = { status: 'normal', held: false, events: [] };
    const real: Real = { caller, apartmentId, ...data.createCard, handOut: null };
    return { model, real };
  };

  await fc.assert(
    fc.asyncProperty(commands, (run) => fc.asyncModelRun(setup, run)),
    { numRuns: rounds(12, 100) },
  );
});

/** The permission table of domain.md, written down a second time. */
const allowed: Readonly<Record<CardTransition, readonly Role[]>> = {
  block: ['root', 'local_implementer', 'manager', 'ara_user'],
  unblock: ['root', 'local_implementer', 'manager'],
  erase: ['root', 'local_implementer'],
};

/** The transitions of domain.md; any other is refused. */
const outcomes: Readonly<Record<CardTransition, Partial<Record<CardStatus, CardStatus>>>> = {
  block: { normal: 'blocked' },
  unblock: { blocked: 'normal' },
  erase: { normal: 'erased', blocked: 'erased' },
};

const transitions = ['block', 'unblock', 'erase'] as const;

const everyCase = roles.flatMap((role) =>
  cardStatuses.flatMap((status) => transitions.map((transition) => ({ role, status, transition }))),
);

describe('every transition, from every status, by every role that holds the card in reach', () => {
  it.each(everyCase)('$role may $transition a card that is $status, or not, as the domain says', async (given) => {
    const { role, status, transition } = given;
    const org = await anOrg();
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
    const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    const card = await aCard({ org_id: org.id, apartment, status });
    const caller = await signIn([role], { orgIds: [org.id], managers: [manager], apartments: [apartment] });

    const { data, errors } = await caller.run(
      `mutation ($id: ID!, $rowId: ID!) { move: ${transition}Card(id: $id, rowId: $rowId) { status } }`,
      { id: card.id, rowId: card.row_id },
    );

    const after = outcomes[transition][status];
    if (!allowed[transition].includes(role)) {
      expect(errors).toMatchObject([{ code: 'Forbidden' }]);
    } else if (after) {
      expect(data).toEqual({ move: { status: after } });
    } else {
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'card.noSuchTransition' } }]);
    }
    const [stored, events] = await asSystem(async (tx) => [
      await tx.selectFrom('card').select('status').where('id', '=', card.id).executeTakeFirstOrThrow(),
      await tx.selectFrom('card_event').select('kind').where('card_id', '=', card.id).execute(),
    ]);
    expect(stored.status).toBe(errors ? status : after);
    expect(events).toHaveLength(errors ? 0 : 1);
  });
});
