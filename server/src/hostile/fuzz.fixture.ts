import fc from 'fast-check';
import { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { atHome, aWorld, type CallerLetter } from '../authorization/world.ts';
import type { Answer, Caller } from '../testing/harness.ts';
import type { Canary } from './hostile-values.fixture.ts';
import { Operations, Tape, targetsOf, type Operation, type SeenCursor, type Target } from './operations.fixture.ts';

/** Set `FUZZ_SEED` to send the operations of a run that failed again. */
export const seed = Number(process.env['FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

/** An operation that was answered with *Internal*. */
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
 * @returns those answered with *Internal*, and how many were answered without any error.
 */
export async function fuzz(
  letter: CallerLetter,
  count: number,
  seed: number,
  canary: Canary,
): Promise<{ broken: Broken[]; answered: number; refused: ReadonlyMap<string, number> }> {
  const broken: Broken[] = [];
  const refused = new Map<string, number>();
  let answered = 0;
  for (let done = 0; done < count; done += worldLasts) {
    const world = await aWorld(`Fuzzed${letter}`);
    const caller = await atHome(letter, world);
    const operations = new Operations(letter, world, canary, await cursorsOf(caller, targetsOf(letter, world)));
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
        if (codes.has('Internal')) {
          broken.push({ operation, answer });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return { broken, answered, refused };
}

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

/** For each list that the caller reaches, by the name of its type, a cursor of it in each order. */
async function cursorsOf(caller: Caller, targets: readonly Target[]): Promise<Map<string, SeenCursor[]>> {
  const cursors = new Map<string, SeenCursor[]>();
  for (const target of targets) {
    const type = getNamedType(target.field.type).name;
    if (!type.endsWith('Connection') || target.name.includes('.')) {
      continue;
    }
    for (const args of ordersOf(target)) {
      const given = { ...args, first: 1 };
      const declared = target.field.args.filter(({ name }) => name in given);
      const { data } = await caller.run(
        `query (${declared.map((each) => `$${each.name}: ${String(each.type)}`).join(', ')}) {
          list: ${target.field.name}(${declared.map(({ name }) => `${name}: $${name}`).join(', ')}) { edges { cursor } } }`,
        given,
      );
      const cursor = data?.list?.edges?.[0]?.cursor as string | undefined;
      if (cursor) {
        cursors.set(type, [...(cursors.get(type) ?? []), { cursor, args }]);
      }
    }
  }
  return cursors;
}
