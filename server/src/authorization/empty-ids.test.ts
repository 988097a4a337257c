import { getNamedType, isInputObjectType, isObjectType, type GraphQLArgument, type GraphQLInputField } from 'graphql';
import { describe, expect, it } from 'vitest';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { schema } from '../schema.ts';
import { signIn } from '../testing/harness.ts';

const root = await signIn(['root']);

/** Every place of the API that an id is given to: arguments of operations, and fields of what they take. */
function idsWithin(args: readonly (GraphQLArgument | GraphQLInputField)[], path: readonly string[]): string[][] {
  return args.flatMap((each) => {
    const named = getNamedType(each.type);
    const here = [...path, each.name];
    if (named.name === 'ID') {
      return [here];
    }
    return isInputObjectType(named) && path.length < 4 ? idsWithin(Object.values(named.getFields()), here) : [];
  });
}

/** Messages of locks are refused one by one, each as its result says (malformed-items.test.ts). */
const isOfMessage = (path: readonly string[]) => ['events', 'updates'].includes(path[0] ?? '') && path.length > 1;

describe('an empty id', () => {
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type, index) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) =>
      idsWithin(field.args, [])
        .filter((path) => !isOfMessage(path))
        .map((path) => ({ kind: index === 0 ? 'query' : 'mutation', field, path })),
    ),
  );

  it.each([''])('is refused wherever one is given (%j), by the name of the place', async (empty) => {
    expect(operations.length).toBeGreaterThan(100);
    for (const { kind, field, path } of operations) {
      const [argument, ...inner] = path;
      const type = field.args.find(({ name }) => name === argument)?.type;
      // They are not given, which is complained of besides.
      const others = field.args.filter((each) => each.name !== argument && String(each.type).endsWith('!'));
      const value = inner.reduceRight<unknown>((within, key) => ({ [key]: within }), empty);
      const selection = isObjectType(getNamedType(field.type)) ? ' { __typename }' : '';
      const given = await root.run(
        `${kind} ($value: ${String(type)}${others.map((each) => `, $${each.name}: ${String(each.type)}`).join('')}) {
          ${field.name}(${argument}: $value${others.map(({ name }) => `, ${name}: $${name}`).join('')})${selection} }`,
        { value },
      );
      expect(
        given.errors?.map(({ code }) => code),
        [field.name, ...path].join('.'),
      ).toContain('ValidationFailed');
      const refused = given.errors?.flatMap(({ fields }) => Object.entries(fields ?? {})) ?? [];
      const place = inner.join('.') || 'value';
      expect(
        refused.map(([name, problem]) => [name.replaceAll(/\.\d+/g, ''), problem]),
        path.join('.'),
      ).toContainEqual([place, 'form.required']);
    }
  });

  it.each([
    ['an argument', '{ card(id: "") { id } }', 'id'],
    ['a filter', '{ cards(filter: { apartmentId: "", withoutApartment: true }) { nodes { id } } }', 'apartmentId'],
    ['the second of a list', '{ containerStatuses(filter: { ids: ["x", ""] }) { nodes { id } } }', 'ids'],
    ['a blank', '{ card(id: "  ") { id } }', 'id'],
  ])('is named: %s', async (_title, source, name) => {
    const { errors } = await root.run(source);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { [name]: 'form.required' } }]);
  });
});
