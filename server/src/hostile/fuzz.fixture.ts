import fc from 'fast-check';
import { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { atHome, aWorld, type CallerLabel } from '../authorization/world.ts';
import type { Answer, Caller } from '../testing/harness.ts';
import type { Canary } from './hostile-values.fixture.ts';
import { literalOf } from './literals.fixture.ts';
import { Operations, Tape, type Operation, type SeenCursor } from './operations.fixture.ts';
import { targetsOf, type Target } from './targets.fixture.ts';

/** That of all property tests (`TEST_SEED`): it sends the operations of a run that failed again. */
export const seed = fc.readConfigureGlobal().seed ?? 0;

/** An operation that was answered with *Internal*, or with something other than a message key (api.graphql) for a field that is not valid. */
export interface Broken {
  readonly operation: Operation;
  readonly answer: Answer;
}

/** Operations sent at a time. */
const atOnce = 4;

/** Numbers an operation is made of; more than it takes. */
const tapeLength = 48;

/** Operations on one world: what mutations delete is there again in the next. */
const worldLasts = 2_000;

/**
 * Sends `count` operations as a caller of one kind, the same for the same seed but for the ids of the records.
 *
 * @returns those answered as none should be, and how many were answered without any error.
 */
export async function fuzz(
  label: CallerLabel,
  count: number,
  seed: number,
  canary: Canary,
): Promise<{ broken: Broken[]; answered: number; refused: ReadonlyMap<string, number> }> {
  const broken: Broken[] = [];
  const refused = new Map<string, number>();
  let answered = 0;
  for (let done = 0; done < count; done += worldLasts) {
    const world = await aWorld(`Fuzzed${label}`);
    const caller = await atHome(label, world);
    const operations = new Operations(label, world, canary, await cursorsOf(caller, targetsOf(label, world)));
    const tapes = fc.sample(fc.array(fc.nat(), { minLength: tapeLength, maxLength: tapeLength, size: 'max' }), {
      seed: seed + done,
      numRuns: Math.min(worldLasts, count - done),
    });
    const queue = tapes.map((tape) => operations.make(new Tape(tape))).values();
    const work = async () => {
      for (const operation of queue) {
        const answer = await caller.run(operation.query, operation.variables);
        const codes = new Set(answer.errors?.map(({ code }) => code));
        answered += codes.size === 0 ? 1 : 0;
        for (const code of codes) {
          refused.set(code, (refused.get(code) ?? 0) + 1);
        }
        if (codes.has('Internal') || !keysOf(answer).every((key) => isMessageKey(key))) {
          broken.push({ operation, answer });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return { broken, answered, refused };
}

/** What is said of fields that are not valid. */
const keysOf = ({ errors }: Answer) => (errors ?? []).flatMap(({ fields }) => Object.values(fields ?? {}).map(String));

/** Whether the console can look a text up by it. */
export const isMessageKey = (text: string): boolean => /^[a-z]\w*(\.[a-z]\w*)+$/.test(text);

const bare = (type: GraphQLInputType): GraphQLInputType =>
  isNonNullType(type) || isListType(type) ? bare(type.ofType) : type;

/** The orders that a list can be asked in, as arguments. */
function ordersOf({ field, base }: Target): Record<string, unknown>[] {
  const sort = field.args.find(({ name }) => name === 'sort');
  const input = sort && bare(sort.type);
  const by = input && isInputObjectType(input) ? input.getFields()['field'] : undefined;
  const fields = by && bare(by.type);
  const names = fields && isEnumType(fields) ? fields.getValues().map(({ name }) => name) : [];
  return [{}, ...names.map((name) => ({ sort: [{ field: name, direction: 'asc' }] }))].map((order) => ({
    ...base,
    ...order,
  }));
}

/** Lists asked for in one request. */
const lists = 12;

/** For each list that the caller reaches, by the name of its type, a cursor of it in each order. */
async function cursorsOf(caller: Caller, targets: readonly Target[]): Promise<Map<string, SeenCursor[]>> {
  const cursors = new Map<string, SeenCursor[]>();
  const asks = targets
    .filter(({ name, field }) => getNamedType(field.type).name.endsWith('Connection') && !name.includes('.'))
    .flatMap((target) => ordersOf(target).map((args) => ({ target, args })));
  for (let done = 0; done < asks.length; done += lists) {
    const some = asks.slice(done, done + lists);
    const fields = some.map(({ target, args }, index) => {
      const given = Object.entries({ ...args, first: 1 }).map(([name, value]) => {
        const type = target.field.args.find((argument) => argument.name === name)?.type;
        return `${name}: ${literalOf(type, value)}`;
      });
      return `l${index}: ${target.field.name}(${given.join(', ')}) { edges { cursor } }`;
    });
    const { data } = await caller.run(`{ ${fields.join(' ')} }`);
    some.forEach(({ target, args }, index) => {
      const cursor = data?.[`l${index}`]?.edges?.[0]?.cursor as string | undefined;
      if (cursor) {
        const type = getNamedType(target.field.type).name;
        cursors.set(type, [...(cursors.get(type) ?? []), { cursor, args }]);
      }
    });
  }
  return cursors;
}
