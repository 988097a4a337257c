import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  parse,
  validate,
  type GraphQLArgument,
  type GraphQLInputType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import { signIn } from '../../testing/harness.ts';
import { batchItemType } from '../serving/batch-items.ts';
import { fieldsOf } from '../serving/format-error.ts';
import { shortLists } from './list-lengths.ts';

const caller = await signIn(['root']);

/** More than any list may have, and than a document has tokens. */
const tooMany = 5_001;

/** Where a list may stand in an argument: the names of the fields that lead to it. */
function listsIn(type: GraphQLInputType, path: readonly string[] = []): (readonly string[])[] {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    return [path, ...listsIn(bare.ofType, [...path, '0'])];
  }
  return isInputObjectType(bare) && path.length < 8
    ? Object.values(bare.getFields()).flatMap((field) => listsIn(field.type, [...path, field.name]))
    : [];
}

interface Case {
  readonly of: string;
  readonly field: string;
  readonly argument: GraphQLArgument;
  readonly path: readonly string[];
}

const cases = Object.values(schema.getTypeMap())
  .filter((type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'))
  .flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).flatMap((field) =>
          field.args.flatMap((argument) =>
            listsIn(argument.type).map((path): Case => ({ of: type.name, field: field.name, argument, path })),
          ),
        )
      : [],
  )
  .filter(({ argument }) => !batchItemType(argument.type)); // counted where they are recorded

/** A list of so many items at the end of a path. */
const listAt = ([step, ...rest]: readonly string[], items: number): unknown => {
  if (step === undefined) {
    return Array.from({ length: items }, () => 1);
  }
  return step === '0' ? [listAt(rest, items)] : { [step]: listAt(rest, items) };
};

/** The same in a document. */
const literalAt = ([step, ...rest]: readonly string[], items: number): string => {
  if (step === undefined) {
    return `[${'1,'.repeat(items)}]`;
  }
  return step === '0' ? `[${literalAt(rest, items)}]` : `{ ${step}: ${literalAt(rest, items)} }`;
};

/** Records are chosen one by one, up to more than a document has tokens for. */
const mayBeLonger = ({ argument, path }: Case) =>
  getNamedType(argument.type).name === 'BulkJobInput' && path.at(-1) === 'selection';

const fieldOf = ({ argument, path }: Case) =>
  [...(argument.name === 'input' ? [] : [argument.name]), ...path].join('.');

describe('a list that is longer than anything needs', () => {
  it('is looked for in all arguments of the schema', () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  it.each(
    cases.map((each) => [`${each.of}.${each.field}(${[each.argument.name, ...each.path].join('.')})`, each] as const),
  )('is refused, naming its field: %s', async (_name, each) => {
    const { argument, path } = each;
    const variable = `query ($${argument.name}: ${String(argument.type)}) { __typename }`;

    const sent = await caller.run(variable, { [argument.name]: listAt(path, tooMany) });
    expect(sent.errors).toMatchObject([{ code: 'ValidationFailed', fields: { [fieldOf(each)]: 'form.tooMany' } }]);

    const { name } = argument;
    const document = (items: number) =>
      `{ ...F } fragment F on ${each.of} { ${each.field}(${name}: ${literalAt(path, items)}) { __typename } }`;
    expect((await caller.run(document(tooMany))).errors).toMatchObject([{ code: 'LimitExceeded' }]); // by its tokens
    // By itself, as what is missing beside it is told first.
    const found = validate(schema, parse(document(1_001)), [shortLists]).map((error) => fieldsOf(error));
    const blamed = [name, ...path].findLast((step) => step !== '0') ?? '';
    expect(found).toEqual(mayBeLonger(each) ? [] : [{ [blamed]: 'form.tooMany' }]);
  });

  it('is refused in a document before anything else that is wrong with it', async () => {
    const { errors } = await caller.run(`{ orgs(sort: [${'1,'.repeat(500)}]) { nodes { id } } }`);

    expect(errors?.[0]).toMatchObject({ code: 'ValidationFailed', fields: { sort: 'form.tooMany' } });
  });
});

describe('what is sent as JSON', () => {
  it.each([
    ['a list', Array.from({ length: 1_001 }, () => 1)],
    ['a list in an object', { a: Array.from({ length: 1_001 }, () => 1) }],
    ['an object', Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1]))],
  ])('is refused where it has too many entries: %s', async (_what, mapping) => {
    const { errors } = await caller.run('mutation ($mapping: JSON!) { mapImport(id: "x", mapping: $mapping) { id } }', {
      mapping,
    });

    expect(errors).toMatchObject([
      { fields: { [Array.isArray(mapping) || !('a' in mapping) ? 'mapping' : 'mapping.a']: 'form.tooMany' } },
    ]);
  });
});
