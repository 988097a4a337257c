import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BulkOutcome, BulkState } from '@noa/domain/bulk.ts';
import type { CardStatus } from '@noa/domain/vocabulary.ts';
import { anOrg } from '../testing/factories.ts';
import { rounds } from '../testing/rounds.ts';
import { asSystem, db, signIn, type Caller } from '../testing/harness.ts';
import { Cancel, look, someCards, start } from './bulk.fixture.ts';
import { runStep } from './bulk-run.ts';

/** Records of a step in this test. */
const records = 2;

interface Card {
  status: CardStatus;
  /** Versions written so far; stands for the rowId. */
  version: number;
}

interface Job {
  to: 'blocked' | 'normal';
  items: { card: number; version: number }[];
  outcomes: BulkOutcome[];
  state: BulkState;
}

/** What a bulk job does, written down a second time. */
interface Model {
  cards: Card[];
  jobs: Job[];
}

interface Real {
  caller: Caller;
  cardIds: string[];
  jobIds: string[];
}

type Command = fc.AsyncCommand<Model, Real>;

const changed = (card: Card, to: CardStatus): void => {
  card.status = to;
  card.version += 1;
};

const rowsOf = async ({ cardIds }: Real) => {
  const rows = await asSystem((tx) => tx.selectFrom('card').selectAll().where('id', 'in', cardIds).execute());
  return cardIds.map((id) => rows.find((row) => row.id === id));
};

/** Somebody picks some cards, as they are now, or takes all that are in the status the change starts from. */
const begin = (to: Job['to'], positions: readonly number[] | 'all'): Command => ({
  check: ({ cards }) => positions !== 'all' || cards.some(({ status }) => status !== 'erased' && status !== to),
  toString: () => `begin ${to} ${String(positions)}`,
  run: async (model, real) => {
    const from = to === 'blocked' ? 'normal' : 'blocked';
    const action = to === 'blocked' ? 'block_cards' : 'unblock_cards';
    const matched = model.cards.flatMap(({ status }, index) => (status === from ? [index] : []));
    const cards = positions === 'all' ? matched : [...positions];
    const rows = await rowsOf(real);
    const selection = cards.map((position) => ({ id: real.cardIds[position], rowId: rows[position]?.row_id }));
    const filter = { card: { status: from } };
    real.jobIds.push(await start(real.caller, { action, ...(positions === 'all' ? { filter } : { selection }) }));
    model.jobs.push({
      to,
      items: cards.map((card) => ({ card, version: model.cards[card]?.version ?? 0 })),
      outcomes: [],
      state: 'queued',
    });
  },
});

const outcomeOf = (card: Card, seen: number, to: Job['to']): BulkOutcome =>
  card.status === to ? 'unchanged' : card.version !== seen || card.status === 'erased' ? 'refused' : 'changed';

/** Whose turn it is, the server decides; what the step does then, the model says. */
const step: Command = {
  check: () => true,
  toString: () => 'step',
  run: async (model, real) => {
    const open = model.jobs.filter(({ state }) => state === 'queued' || state === 'running');
    expect(await runStep(db, records)).toBe(open.length > 0);
    for (const [index, job] of model.jobs.entries()) {
      const { done } = await look(real.caller, String(real.jobIds[index]));
      for (const { card: position, version } of job.items.slice(job.outcomes.length, done)) {
        const card = model.cards[position] as Card;
        const outcome = outcomeOf(card, version, job.to);
        job.outcomes.push(outcome);
        if (outcome === 'changed') {
          changed(card, job.to);
        }
        job.state = job.outcomes.length === job.items.length ? 'done' : 'running';
      }
    }
  },
};

/** Somebody blocks or unblocks one card by hand. */
const single = (position: number): Command => ({
  check: ({ cards }) => cards[position]?.status !== 'erased',
  toString: () => `single ${position}`,
  run: async (model, real) => {
    const card = model.cards[position] as Card;
    const row = (await rowsOf(real))[position];
    const blocks = card.status === 'normal';
    const { errors } = await real.caller.run(
      `mutation ($id: ID!, $rowId: ID!) { move: ${blocks ? 'blockCard' : 'unblockCard'}(id: $id, rowId: $rowId) { id } }`,
      { id: row?.id, rowId: row?.row_id },
    );
    expect(errors).toBeUndefined();
    changed(card, blocks ? 'blocked' : 'normal');
  },
});

const cancel = (choice: number): Command => ({
  check: ({ jobs }) => jobs.length > 0,
  toString: () => `cancel ${choice}`,
  run: async (model, real) => {
    const index = choice % model.jobs.length;
    const job = model.jobs[index] as Job;
    const { data, errors } = await real.caller.run(Cancel, { id: real.jobIds[index] });
    if (job.state === 'done') {
      expect(errors).toMatchObject([{ code: 'Conflict' }]);
    } else {
      expect(data.cancelBulkJob).toMatchObject({ state: 'cancelled' });
      job.state = 'cancelled';
    }
  },
});

/** Everything that can be seen of cards and jobs is what the model says. */
const compare: Command = {
  check: () => true,
  toString: () => 'compare',
  run: async (model, real) => {
    const rows = await rowsOf(real);
    expect(rows.map((row) => row?.status)).toEqual(model.cards.map(({ status }) => status));
    const events = await asSystem((tx) =>
      tx.selectFrom('card_event').select('card_id').where('card_id', 'in', real.cardIds).execute(),
    );
    expect(real.cardIds.map((id) => events.filter(({ card_id }) => card_id === id).length)).toEqual(
      model.cards.map(({ version }) => version),
    );
    for (const [index, { state, outcomes, items }] of model.jobs.entries()) {
      const job = await look(real.caller, String(real.jobIds[index]));
      const count = (wanted: BulkOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
      expect(job).toMatchObject({
        state,
        total: items.length,
        done: outcomes.length,
        changed: count('changed'),
        unchanged: count('unchanged'),
        refused: count('refused'),
      });
      expect(
        job.results.nodes.map(({ recordId, outcome }: { recordId: string; outcome: BulkOutcome }) => [
          recordId,
          outcome,
        ]),
      ).toEqual(outcomes.map((outcome, at) => [real.cardIds[items[at]?.card ?? -1], outcome]));
    }
  },
};

/** One of them is erased from the beginning. */
const cardCount = 6;
const positions = fc.uniqueArray(fc.nat({ max: cardCount - 1 }), { minLength: 1, maxLength: cardCount });
const target = fc.constantFrom<Job['to']>('blocked', 'normal');

const commands = fc.commands(
  [
    fc.tuple(target, positions).map(([to, some]) => begin(to, some)),
    target.map((to) => begin(to, 'all')),
    fc.constant(step),
    fc.constant(step),
    fc.nat({ max: cardCount - 1 }).map(single),
    fc.nat({ max: 9 }).map(cancel),
    fc.constant(compare),
  ],
  { maxCommands: 24 },
);

it('never changes a record twice, unseen, or after it was stopped, whatever happens between its steps', async () => {
  const setup = async () => {
    const org = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    const live = await someCards(org.id, cardCount - 1);
    const [erased] = await someCards(org.id, 1, { status: 'erased' });
    // By code, as a job over a filter takes them.
    const cards = [...live, erased]
      .flatMap((card) => card ?? [])
      .toSorted((a, b) => (a.display_serial_number < b.display_serial_number ? -1 : 1));
    const model: Model = { cards: cards.map(({ status }) => ({ status, version: 0 })), jobs: [] };
    const real: Real = { caller, cardIds: cards.map(({ id }) => id), jobIds: [] };
    // What an earlier run left waiting is not this one's.
    await asSystem((tx) =>
      sql`update bulk_job set state = 'cancelled', finished_at = now() where finished_at is null`.execute(tx),
    );
    return { model, real };
  };

  await fc.assert(
    fc.asyncProperty(commands, (run) => fc.asyncModelRun(setup, run)),
    { numRuns: rounds(12, 100) },
  );
});
