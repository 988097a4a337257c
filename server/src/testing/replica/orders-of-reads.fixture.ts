import fc from 'fast-check';
import { expect } from 'vitest';
import { aManager, anOrg } from '../factories.ts';
import { givenIn, signIn, type Caller } from '../harness.ts';
import { ids } from '../sealed.ts';
import { outcomesOf, type ReplicatedApi } from './replicated-api.fixture.ts';

/** What one of the callers, or whoever runs the standby, does next. */
type Step =
  | { readonly does: 'write' | 'list' | 'record' | 'search'; readonly who: number }
  | { readonly does: 'pause' | 'resume' };

const callers = 3;
const who = fc.nat({ max: callers - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('write' as const), who }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom('list' as const, 'record' as const, 'search' as const), who }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('pause' as const, 'resume' as const) }) },
);

/** Steps of which those in one group are taken at once. */
const interleaved = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 8 });

const numberIn = (name: string) => Number(/\d+$/.exec(name)?.[0] ?? Number.NaN);

interface Parts {
  readonly callers: readonly Caller[];
  readonly record: { readonly id: string; readonly rowId: string };
  readonly prefix: string;
}

/** A record whose name is counted up, and who reads it. */
class Counted {
  readonly #api: ReplicatedApi;
  readonly #callers: readonly Caller[];
  readonly #record: { readonly id: string };
  readonly #prefix: string;
  #rowId: string;
  #writing = Promise.resolve();
  /** The last number that was confirmed to who wrote it; the highest that somebody was told: nobody may be told less from then on. */
  #known = { written: 0, told: 0 };

  constructor(api: ReplicatedApi, parts: Parts) {
    this.#api = api;
    this.#callers = parts.callers;
    this.#record = parts.record;
    this.#rowId = parts.record.rowId;
    this.#prefix = parts.prefix;
  }

  async take(next: Step): Promise<void> {
    switch (next.does) {
      case 'pause':
        return void (await this.#api.pair.onStandby('select pg_wal_replay_pause()'));
      case 'resume':
        return void (await this.#api.pair.onStandby('select pg_wal_replay_resume()'));
      case 'write':
        return this.#write(this.#callerOf(next));
      default:
        return this.#read(this.#callerOf(next), next.does);
    }
  }

  #callerOf({ who: index }: { readonly who: number }): Caller {
    const caller = this.#callers[index];
    if (!caller) {
      throw new Error(`There is no caller ${index}`);
    }
    return caller;
  }

  /** One after the other: what was counted first is written first. */
  #write(caller: Caller): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const number = this.#known.written + 1;
      const { data } = await this.#api.ask(
        caller,
        'mutation ($id: ID!, $rowId: ID!, $name: String!) { updateManager(id: $id, rowId: $rowId, input: { name: $name }) { rowId } }',
        { id: this.#record.id, rowId: this.#rowId, name: `${this.#prefix} ${number}` },
      );
      this.#rowId = data.updateManager.rowId;
      this.#known = { written: number, told: Math.max(this.#known.told, number) };
    });
    return this.#writing;
  }

  async #read(caller: Caller, how: 'list' | 'record' | 'search'): Promise<void> {
    const before = this.#known.told;
    const queries = {
      list: '{ managers(first: 5) { nodes { name } totalCount } }',
      record: `{ manager(id: "${this.#record.id}") { name org { name } } }`,
      search: `{ managers(first: 5, filter: { q: "${this.#prefix}" }) { nodes { name } } }`,
    };
    const { data } = await this.#api.ask(caller, queries[how]);
    const seen = numberIn(how === 'record' ? data.manager.name : data.managers.nodes[0].name);
    expect(seen, `${how} after ${before}`).toBeGreaterThanOrEqual(before);
    this.#known = { ...this.#known, told: Math.max(this.#known.told, seen) };
  }
}

let times = 0;

/** Whatever several callers do, however far the standby is: nobody is told less than somebody has been told, or has written. */
export async function tryOrders(api: ReplicatedApi, numRuns: number): Promise<void> {
  const { outcomes } = await outcomesOf(() =>
    fc.assert(
      fc.asyncProperty(interleaved, async (groups) => {
        const prefix = `Numărat${++times}`;
        const parts = await givenIn(api.db, async () => {
          const org = await anOrg();
          const record = await aManager({ org_id: org.id, name: `${prefix} 0` });
          const signed = await Promise.all(
            Array.from({ length: callers }, () => signIn(['local_implementer'], { orgIds: [org.id] })),
          );
          const rowId = ids.sealNumber('version', record.row_id);
          return { callers: signed, record: { id: record.id, rowId }, prefix };
        });
        const counted = new Counted(api, parts);
        try {
          for (const group of groups) {
            await Promise.all(group.map((each) => counted.take(each)));
          }
        } finally {
          await api.pair.resume();
        }
      }),
      { numRuns, endOnFailure: true },
    ),
  );
  expect(outcomes.replica).toBeGreaterThan(numRuns / 2);
  expect(outcomes.behind).toBeGreaterThan(0);
}
