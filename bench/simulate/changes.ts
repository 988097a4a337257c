import type { Client } from '../client.ts';
import type { Between } from './lock.ts';
import type { Random } from './random.ts';
import type { Change, Registry } from './registry.ts';
import type { Stats } from './stats.ts';

/** A change is tried so often: somebody else may write at the same moment, or the server be away for a while. */
const tries = 20;

/**
 * Changes the registry through the API, one change at a time, and keeps account of it: after so many changes the registry
 * is this one. What happens while one is under way happens in the state before it or in the one after it.
 */
export class Changes {
  readonly made: Change[] = [];
  readonly #inverses: Change[] = [];
  readonly #root: Client;
  readonly #now: Registry;
  readonly #stats: Stats;
  /** A container whose lock was swapped for one with hardly any memory: its list is withheld meanwhile. */
  #squeezed: { readonly id: string; readonly cardCapacity: number } | null = null;
  #begun = 0;

  constructor(root: Client, start: Registry, stats: Stats) {
    this.#root = root;
    this.#now = start.copy();
    this.#stats = stats;
  }

  /** Between which states we are; given what it was when something began, what it was since. */
  readonly moment = (since?: Between): Between => ({
    from: since?.from ?? this.made.length,
    to: this.#begun,
  });

  /** The registry after all changes so far. */
  get registry(): Registry {
    return this.#now;
  }

  /** Makes a change that changes something; sometimes it undoes an earlier one instead, as life does. */
  async makeOne(random: Random): Promise<void> {
    const undone = random.chance(0.4) ? this.#inverses.pop() : undefined;
    const change = undone ?? this.#invent(random);
    if (!undone) {
      this.#inverses.push(this.#now.inverse(change));
    }
    await this.#make(change);
  }

  /** Swaps a lock for one with hardly any memory, or gives back the one that was swapped. Nobody's rights change. */
  async squeeze(random: Random): Promise<void> {
    if (this.#squeezed) {
      return this.giveRoom();
    }
    const { id } = random.pick([...this.#now.facts.containers.values()]);
    this.#squeezed = { id, cardCapacity: await setCapacity(this.#root, id, 1) };
  }

  /** Every lock has the memory it had. */
  async giveRoom(): Promise<void> {
    if (this.#squeezed) {
      await setCapacity(this.#root, this.#squeezed.id, this.#squeezed.cardCapacity);
      this.#squeezed = null;
    }
  }

  /** Leaves the registry as it was found, but for its history. */
  async undoAll(): Promise<void> {
    for (let change = this.#inverses.pop(); change; change = this.#inverses.pop()) {
      await this.#make(change);
    }
  }

  async #make(change: Change): Promise<void> {
    this.#begun += 1;
    await this.#stats.time('change', () => ensure(this.#root, this.#now, change));
    this.#now.apply(change);
    this.made.push(change);
    this.#stats.add('changes');
  }

  #invent(random: Random): Change {
    const { cards, apartments, entrances, accessGroups } = this.#now.facts;
    const { serialNumber, status, apartmentId } = random.pick([...cards.values()]);
    const draw = random.next();
    if (draw < 0.4) {
      return { kind: 'card', serialNumber, status: status === 'normal' ? 'blocked' : 'normal' };
    }
    if (draw < 0.65) {
      return {
        kind: 'holder',
        serialNumber,
        apartmentId: apartmentId === null ? random.pick([...apartments.keys()]) : null,
      };
    }
    if (draw < 0.9) {
      const accessGroupId = random.chance(0.1) ? null : random.pick([...accessGroups.keys()]);
      return { kind: 'entrance', entranceId: random.pick([...entrances.keys()]), accessGroupId };
    }
    const group = random.pick([...accessGroups.values()]);
    return { kind: 'accessGroup', accessGroupId: group.id, open: !group.open };
  }
}

/** Brings the registry to the state of the change, whatever came of the tries before. */
async function ensure(root: Client, registry: Registry, change: Change): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      return await attempt(root, registry, change);
    } catch (error) {
      if (left === 0) {
        throw new Error(`The change could not be made: ${JSON.stringify(change)}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function attempt(root: Client, registry: Registry, change: Change): Promise<void> {
  switch (change.kind) {
    case 'card':
      return setStatus(root, cardIdOf(registry, change.serialNumber), change.status);
    case 'holder':
      return setHolder(root, cardIdOf(registry, change.serialNumber), change.apartmentId);
    case 'entrance': {
      const { entranceId: id, accessGroupId } = change;
      const { entrance } = await root.run<{ entrance: { rowId: string } }>(
        'query ($id: ID!) { entrance(id: $id) { rowId } }',
        { id },
      );
      return root.run(
        `mutation ($id: ID!, $rowId: ID!, $input: UpdateEntranceInput!) {
          updateEntrance(id: $id, rowId: $rowId, input: $input) { id } }`,
        { id, rowId: entrance.rowId, input: { accessGroupId } },
      );
    }
    case 'accessGroup': {
      const { accessGroupId: id, open } = change;
      const { accessGroup } = await root.run<{ accessGroup: { rowId: string } }>(
        'query ($id: ID!) { accessGroup(id: $id) { rowId } }',
        { id },
      );
      return root.run(
        `mutation ($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
          updateAccessGroup(id: $id, rowId: $rowId, input: $input) { id } }`,
        { id, rowId: accessGroup.rowId, input: { accessMode: open ? 'open' : 'controlled' } },
      );
    }
  }
}

function cardIdOf(registry: Registry, serialNumber: string): string {
  return registry.facts.cards.get(serialNumber)?.id ?? '';
}

async function setStatus(root: Client, id: string, status: 'normal' | 'blocked'): Promise<void> {
  const { card } = await root.run<{ card: { rowId: string; status: string } }>(
    'query ($id: ID!) { card(id: $id) { rowId status } }',
    { id },
  );
  if (card.status !== status) {
    const operation = status === 'blocked' ? 'blockCard' : 'unblockCard';
    await root.run(
      `mutation ($id: ID!, $rowId: ID!) { ${operation}(id: $id, rowId: $rowId, reason: "Simulator") { id } }`,
      { id, rowId: card.rowId },
    );
  }
}

interface Held {
  readonly card: {
    readonly apartmentCards: readonly { id: string; rowId: string; active: boolean; apartment: { id: string } }[];
  };
}

async function setHolder(root: Client, cardId: string, apartmentId: string | null): Promise<void> {
  const { card } = await root.run<Held>(
    'query ($id: ID!) { card(id: $id) { apartmentCards { id rowId active apartment { id } } } }',
    { id: cardId },
  );
  const held = card.apartmentCards.find(({ active }) => active);
  if (held && held.apartment.id !== apartmentId) {
    await root.run('mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { id } }', {
      id: held.id,
      rowId: held.rowId,
    });
  }
  if (apartmentId !== null && held?.apartment.id !== apartmentId) {
    await root.run(
      'mutation ($cardId: ID!, $apartmentId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id } }',
      {
        cardId,
        apartmentId,
      },
    );
  }
}

/** @returns the capacity it had. */
async function setCapacity(root: Client, id: string, cardCapacity: number): Promise<number> {
  const { container } = await root.run<{ container: { rowId: string; cardCapacity: number } }>(
    'query ($id: ID!) { container(id: $id) { rowId cardCapacity } }',
    { id },
  );
  await root.run(
    `mutation ($id: ID!, $rowId: ID!, $input: UpdateContainerInput!) {
      updateContainer(id: $id, rowId: $rowId, input: $input) { id } }`,
    { id, rowId: container.rowId, input: { cardCapacity } },
  );
  return container.cardCapacity;
}
