import { expect } from 'vitest';
import type { Caller } from '../../testing/harness.ts';
import { ask, change, refused, type Choice, type Does } from './asking.fixture.ts';
import { entranceOf, isSeenBy, liveCard, note, opens, pick, type ModelCard, type Town } from './household.fixture.ts';

/** The implementer, or one of the administrators. */
function callerOf(real: Town, { c }: Choice): { caller: Caller; manager: string | null } {
  return c < 3
    ? { caller: real.keeper, manager: null }
    : { caller: pick(real.administrators, c), manager: pick(real.managers, c) };
}

const register: Does = async (model, real, { a }) => {
  const serial = pick(real.serials, a);
  const known = liveCard(model, serial);

  const { data, errors } = await real.keeper.run(
    'mutation ($serial: String!) { createCard(input: { serialNumber: $serial, kind: physical }) { id } }',
    { serial },
  );

  if (known) {
    expect(errors).toMatchObject(refused('ValidationFailed', { serialNumber: 'form.taken' }));
    note(model, 'duplicate_detected', serial, known.holder);
  } else {
    expect(errors).toBeUndefined();
    model.cards.push({ id: data.createCard.id, serial, status: 'normal', holder: null });
  }
};

const handOut: Does = async (model, real, choice) => {
  const [serial, apartment] = [pick(real.serials, choice.a), pick(real.apartments, choice.b)];
  const { caller, manager } = callerOf(real, choice);
  const card = liveCard(model, serial);

  const { data, errors } = await caller.run(
    `mutation ($serial: String!, $apartment: ID!) {
      handOutCard(serialNumber: $serial, apartmentId: $apartment, reregister: true) { outcome apartmentCard { card { id } } }
    }`,
    { serial, apartment },
  );

  if (!model.apartments.has(apartment) || (manager !== null && entranceOf(model, apartment)?.manager !== manager)) {
    expect(errors).toMatchObject(refused('NotFound'));
  } else if (card?.holder === apartment) {
    expect([errors, data?.handOutCard.outcome]).toEqual([undefined, 'held']);
  } else if ((!card && manager !== null) || (card && (card.holder !== null || card.status === 'blocked'))) {
    expect(errors).toMatchObject(refused('ValidationFailed'));
  } else {
    expect([errors, data?.handOutCard.outcome]).toEqual([undefined, card ? 'assigned' : 'registered']);
    if (card) {
      card.holder = apartment;
    } else {
      model.cards.push({ id: data.handOutCard.apartmentCard.card.id, serial, status: 'normal', holder: apartment });
    }
  }
};

const assign: Does = async (model, real, { a, b }) => {
  const [card, apartment] = [pick(model.cards, a), pick(real.apartments, b)];
  if (!card) {
    return;
  }

  const { errors } = await real.keeper.run(
    'mutation ($apartment: ID!, $card: ID!) { assignCard(apartmentId: $apartment, cardId: $card) { id } }',
    { apartment, card: card.id },
  );

  if (!model.apartments.has(apartment)) {
    expect(errors).toMatchObject(refused('NotFound'));
  } else if (card.holder !== null || card.status !== 'normal') {
    expect(errors).toMatchObject(refused('ValidationFailed'));
  } else {
    expect(errors).toBeUndefined();
    card.holder = apartment;
  }
};

const takeBack: Does = async (model, real, choice) => {
  const card = pick(model.cards, choice.a);
  if (!card?.holder) {
    return;
  }
  const { caller, manager } = callerOf(real, choice);
  const { apartmentCards } = await ask(
    real.keeper,
    'query ($id: ID!) { apartmentCards(filter: { cardId: $id, active: true }) { nodes { id rowId } } }',
    { id: card.id },
  );
  expect(apartmentCards.nodes).toHaveLength(1);

  const { errors } = await caller.run(
    'mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { active } }',
    apartmentCards.nodes[0],
  );

  if (manager === null || isSeenBy(model, manager, card)) {
    expect(errors).toBeUndefined();
    card.holder = null;
  } else {
    expect(errors).toMatchObject(refused('NotFound'));
  }
};

/** Blocks, unblocks or erases. */
const move =
  (mutation: string, from: readonly string[], to: ModelCard['status'], kind: string): Does =>
  async (model, real, choice) => {
    const card = pick(model.cards, choice.a);
    if (!card) {
      return;
    }
    const { caller, manager } = callerOf(real, to === 'erased' ? { ...choice, c: 0 } : choice);

    const { errors } = await change(caller, real, 'card', card.id, `${mutation}(id: $id, rowId: $rowId) { id }`);

    if (manager !== null && !isSeenBy(model, manager, card)) {
      expect(errors).toMatchObject(refused('NotFound'));
    } else if (from.includes(card.status)) {
      expect(errors).toBeUndefined();
      note(model, kind, card.serial, card.holder);
      card.status = to;
      card.holder = to === 'erased' ? null : card.holder;
    } else {
      expect(errors).toMatchObject(refused('ValidationFailed', { id: 'card.noSuchTransition' }));
    }
  };

const replace: Does = async (model, real, { a, b }) => {
  const [card, serial] = [pick(model.cards, a), pick(real.serials, b)];
  if (!card) {
    return;
  }
  const next = liveCard(model, serial);
  const wasErased = model.cards.some((each) => each.serial === serial && each.status === 'erased');

  const { data, errors } = await change(
    real.keeper,
    real,
    'card',
    card.id,
    `replaceCard(id: $id, rowId: $rowId, serialNumber: "${serial}") { apartmentCard { card { id } } }`,
  );

  const { holder } = card;
  const isFree = next ? next.holder === null && next.status === 'normal' : !wasErased;
  if (holder === null || card.serial === serial || !isFree) {
    expect(errors).toMatchObject(refused('ValidationFailed'));
    return;
  }
  expect(errors).toBeUndefined();
  if (card.status === 'normal') {
    note(model, 'card_blocked', card.serial, holder);
  }
  Object.assign(card, { status: 'blocked', holder: null });
  if (next) {
    next.holder = holder;
  } else {
    model.cards.push({ id: data.it.apartmentCard.card.id, serial, status: 'normal', holder });
  }
};

/** What a lock sees, by what it should know. */
const use: Does = async (model, real, { a, b }) => {
  const [serial, containerId, containerGroup] = [
    pick(real.serials, a),
    pick(real.containers, b),
    pick(real.containerGroups, b),
  ];
  const card = liveCard(model, serial);
  const kind = card && opens(model, card, containerGroup) ? 'full_use' : 'access_denied';
  const event = {
    containerId,
    eventNumber: model.events.length + 1,
    kind,
    at: new Date().toISOString(),
    serialNumber: serial,
  };

  const { recordCardEvents } = await ask(
    real.gateway,
    'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
    { events: [event] },
  );

  expect(recordCardEvents.results).toEqual([{ outcome: 'accepted' }]);
  note(model, kind, serial, card?.holder ?? null);
};

/** A lock asks for its list, page by page, and then holds the cards that open its container. */
const poll: Does = async (model, real, { a, b }) => {
  const [lock, containerGroup] = [pick(real.locks, b), pick(real.containerGroups, b)];

  await lock.poll(1 + (a % 3));

  const due = model.cards.filter((card) => opens(model, card, containerGroup)).map(({ serial }) => serial);
  expect([[...lock.admitted].toSorted(), lock.wrong]).toEqual([due.toSorted(), 0]);
};

/** What is done to cards, and with them. */
export const cardSteps = {
  register,
  handOut,
  assign,
  takeBack,
  block: move('blockCard', ['normal'], 'blocked', 'card_blocked'),
  unblock: move('unblockCard', ['blocked'], 'normal', 'card_unblocked'),
  erase: move('eraseCard', ['normal', 'blocked'], 'erased', 'card_erased'),
  replace,
  use,
  poll,
} as const satisfies Record<string, Does>;
