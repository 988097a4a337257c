import fc from 'fast-check';
import {
  execute,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  parse,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql';
import { expect, it } from 'vitest';
import { executeWithLists } from './execute-with-lists.ts';

const Even = new GraphQLScalarType({
  name: 'Even',
  coerceInputValue: (value) => {
    if (typeof value !== 'number' || value % 2 !== 0) {
      throw new Error('is not even');
    }
    return { even: value };
  },
});
const Colour = new GraphQLEnumType({ name: 'Colour', values: { red: { value: 1 }, green: { value: 2 } } });
const Either = new GraphQLInputObjectType({
  name: 'Either',
  isOneOf: true,
  fields: { a: { type: GraphQLInt }, b: { type: GraphQLInt } },
});
const Item: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: 'Item',
  fields: () => ({
    id: { type: new GraphQLNonNull(GraphQLInt) },
    text: { type: GraphQLString },
    even: { type: Even },
    colour: { type: Colour },
    either: { type: Either },
    numbers: { type: new GraphQLList(new GraphQLNonNull(GraphQLInt)) },
    inner: { type: Item },
    boot: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 7 },
    sure: { type: GraphQLBoolean, default: { value: true } },
  }),
});
const args: GraphQLFieldConfigArgumentMap = { items: { type: new GraphQLList(Item) }, strict: { type: GraphQLInt } };
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: { tell: { type: GraphQLString, args, resolve: (_root, given) => JSON.stringify(given) } },
  }),
});
const documents = [
  'query ($items: [Item]) { tell(items: $items) }',
  'query ($items: [Item!]!, $strict: Int = 3) { tell(items: $items, strict: $strict) }',
  'query ($item: Item) { tell(items: [$item]) }',
].map((text) => parse(text));

/** Mostly what fits, now and then something else. */
const anyOf = (fitting: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: fitting, weight: 60 }, { arbitrary: fc.jsonValue({ maxDepth: 1 }), weight: 1 });
const fields = {
  id: anyOf(fc.integer({ min: 0, max: 9 })),
  text: anyOf(fc.option(fc.string())),
  even: anyOf(fc.constant(4)),
  colour: anyOf(fc.constantFrom('red', 'green', null)),
  either: anyOf(fc.constantFrom({ a: 1 }, { b: 2 })),
  numbers: anyOf(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 })),
  inner: anyOf(fc.constantFrom({ id: 1 }, { id: 2, boot: 3, sure: false }, null)),
  boot: anyOf(fc.constant(1)),
  sure: anyOf(fc.boolean()),
};
const item = anyOf(
  fc.oneof(
    fc.record(fields, { requiredKeys: ['id'] }),
    fc.record({ id: fields.id, text: fields.text, boot: fields.boot, sure: fc.constant(true) }),
  ),
);

it('gives a resolver what GraphQL would give it, and complains as it would', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.array(item, { minLength: 18, maxLength: 24 }),
      fc.record({ strict: anyOf(fc.integer({ min: 0, max: 9 })), item, unused: fc.constant([]) }, { requiredKeys: [] }),
      (document, items, others) => {
        const asked = { schema, document, variableValues: { ...others, items } };

        expect(executeWithLists(asked)).toEqual(execute(asked));
      },
    ),
    { numRuns: 300 },
  );
});
