import { describe, expect, it } from 'vitest';
import type { Tx } from '../../database/database.ts';
import { aCard, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, together } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { pick, random } from '../testing/random.ts';

interface Card {
  readonly id: string;
  status: 'normal' | 'blocked' | 'erased';
}

interface HandOut {
  readonly id: string;
  readonly home: string;
  readonly card: Card;
  /** The step in which it was handed out. */
  readonly step: number;
  active: boolean;
  /** Of the naive model: whether it replaced a card that was gone. */
  replaces: boolean;
}

const root = await signIn(['root']);

/** A town hall with two homes, what is done there, and a plain account of it. */
class Town {
  readonly #settled = new Set<HandOut>();
  readonly handOuts: HandOut[] = [];
  readonly #touched = new Set<Card>();
  readonly orgId: string;
  readonly homes: readonly string[];
  readonly cards: readonly Card[];

  constructor(orgId: string, homes: readonly string[], cards: readonly Card[]) {
    this.orgId = orgId;
    this.homes = homes;
    this.cards = cards;
  }

  static async made(): Promise<Town> {
    const { id: org_id } = await anOrg();
    const { id: entrance_id } = await anEntrance({ org_id });
    const homes = [await anApartment({ org_id, entrance_id }), await anApartment({ org_id, entrance_id })];
    const cards: Card[] = [];
    for (let each = 0; each < 6; each += 1) {
      cards.push({ id: (await aCard({ org_id })).id, status: 'normal' });
    }
    return new Town(
      org_id,
      homes.map(({ id }) => id),
      cards,
    );
  }

  /** One thing in each home; a card is touched once in a step, of which all is of one moment. */
  async act(tx: Tx, step: number): Promise<void> {
    this.#touched.clear();
    for (const home of this.homes) {
      const held = this.handOuts.filter((each) => each.home === home && each.active && !this.#touched.has(each.card));
      const done = pick(['hand', 'hand', 'two', 'replace', 'take', 'block', 'unblock', 'erase'] as const);
      const [first] = held.toSorted(() => random(3) - 1);
      if ((done === 'replace' || done === 'take') && first) {
        await this.#takeBack(tx, first);
      }
      for (let hands = { hand: 1, replace: 1, two: 2 }[done as string] ?? 0; hands > 0; hands -= 1) {
        await this.#handOut(tx, home, step);
      }
      if (first && (done === 'block' || done === 'unblock' || done === 'erase')) {
        await this.#setStatus(tx, first.card, done === 'block' ? 'blocked' : done === 'erase' ? 'erased' : 'normal');
      }
    }
    this.#settle(step);
  }

  replacedBetween(from: number, to: number): number {
    return this.handOuts.filter(({ step, replaces }) => replaces && step >= from && step < to).length;
  }

  async #takeBack(tx: Tx, handOut: HandOut): Promise<void> {
    await tx.updateTable('apartment_card').set({ active: false }).where('id', '=', handOut.id).execute();
    handOut.active = false;
    this.#touched.add(handOut.card);
  }

  async #setStatus(tx: Tx, card: Card, status: Card['status']): Promise<void> {
    if (card.status !== 'erased' && card.status !== status) {
      await tx.updateTable('card').set({ status }).where('id', '=', card.id).execute();
      card.status = status;
      this.#touched.add(card);
    }
  }

  async #handOut(tx: Tx, home: string, step: number): Promise<void> {
    const isFree = (card: Card) =>
      card.status === 'normal' &&
      !this.#touched.has(card) &&
      !this.handOuts.some((each) => each.card === card && each.active);
    const free = this.cards.filter(isFree);
    if (free.length === 0) {
      return;
    }
    const card = pick(free);
    const { id } = await tx
      .insertInto('apartment_card')
      .values({ org_id: this.orgId, apartment_id: home, card_id: card.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    this.#touched.add(card);
    this.handOuts.push({ id, home, card, step, active: true, replaces: false });
  }

  /** Once all of a step is done: a card that comes back beside another is not gone when that one comes. */
  #settle(step: number): void {
    for (const handOut of this.handOuts.filter((each) => each.step === step)) {
      const replaced = this.#gone(handOut.home, handOut.card, step).find((each) => !this.#settled.has(each));
      if (replaced) {
        this.#settled.add(replaced);
        handOut.replaces = true;
      }
    }
  }

  /** Of each card that a home was handed before, the last time that it was, if it is gone: the newest first. */
  #gone(home: string, except: Card, step: number): HandOut[] {
    const newestFirst = this.handOuts
      .filter((each) => each.home === home && each.card !== except)
      .toSorted((one, other) => other.step - one.step || (other.id > one.id ? 1 : -1));
    return newestFirst
      .filter(({ card }, place) => newestFirst.findIndex((each) => each.card === card) === place)
      .filter((each) => each.step < step && (!each.active || each.card.status !== 'normal'));
  }
}

/** Validities are told apart to the millisecond. */
async function aMomentLater(): Promise<Date> {
  await new Promise((resolve) => setTimeout(resolve, 3));
  const between = new Date();
  await new Promise((resolve) => setTimeout(resolve, 3));
  return between;
}

async function replacedByOrg(from: Date, to: Date): Promise<Map<string, number>> {
  const { data, errors } = await root.run(
    `query ($input: ReportInput!) { report(name: "card-lifecycle", input: $input) { rows } }`,
    {
      input: {
        from: from.toISOString(),
        to: to.toISOString(),
        groupBy: ['org'],
        metrics: ['replaced_count'],
        first: 10_000,
      },
    },
  );
  expect(errors).toBeUndefined();
  return new Map(data.report.rows as [string, number][]);
}

describe('replaced cards', () => {
  it('are counted once each, and one by a hand-out, whatever happens to the cards of a home', async () => {
    const steps = 14;
    const towns: Town[] = [];
    await together(async () => {
      for (let each = 0; each < rounds(20, 120); each += 1) {
        towns.push(await Town.made());
      }
    });
    const between = [await aMomentLater()];
    for (let step = 0; step < steps; step += 1) {
      await asSystem(async (tx) => {
        for (const town of towns) {
          await town.act(tx, step);
        }
      });
      between.push(await aMomentLater());
    }

    for (const [from, to] of [
      [0, steps],
      [0, 7],
      [5, steps],
      [4, 9],
    ] as const) {
      const replaced = await replacedByOrg(between[from] as Date, between[to] as Date);

      const counted = towns.map(({ orgId }) => replaced.get(orgId) ?? 0);
      expect(counted).toEqual(towns.map((town) => town.replacedBetween(from, to)));
      expect(Math.max(...counted)).toBeGreaterThan(1);
    }
  });

  it('are one when two cards are handed out after one was erased', async () => {
    const { id: org_id } = await anOrg();
    const home = await anApartment({ org_id, entrance_id: (await anEntrance({ org_id })).id });
    const start = await aMomentLater();
    const lost = await aCard({ org_id, apartment: home });
    await aMomentLater();
    await asSystem((tx) => tx.updateTable('card').set({ status: 'erased' }).where('id', '=', lost.id).execute());
    await aMomentLater();
    await aCard({ org_id, apartment: home });
    const first = await aMomentLater();
    await aCard({ org_id, apartment: home });
    const second = await aMomentLater();

    expect((await replacedByOrg(start, first)).get(org_id)).toBe(1);
    expect((await replacedByOrg(start, second)).get(org_id)).toBe(1);
    expect((await replacedByOrg(first, second)).get(org_id)).toBe(0);
  });
});
