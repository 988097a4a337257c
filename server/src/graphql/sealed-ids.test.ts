import { getNamedType, isInputObjectType, isObjectType, type GraphQLArgument } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { ids } from '../testing/sealed.ts';

const isCursor = (name: string) => name === 'after' || name === 'before';

/** Where a cursor is sent to a field: as an argument, or within one. */
const cursorsOf = ({ name, type }: GraphQLArgument): readonly { cursor: string; args: Record<string, unknown> }[] => {
  const input = getNamedType(type);
  if (isCursor(name)) {
    return [{ cursor: name, args: { [name]: '' } }];
  }
  return isInputObjectType(input)
    ? Object.keys(input.getFields())
        .filter(isCursor)
        .map((cursor) => ({ cursor, args: { [name]: { [cursor]: '' } } }))
    : [];
};

const asked = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })))
  // What a lock sends is a version of its list, and what is none of ours gives it the whole list.
  .filter(({ field }) => field.name !== 'cardsToSync')
  .flatMap(({ name, field }) => field.args.flatMap(cursorsOf).map((each) => ({ name, field, ...each })));

it('an empty cursor is none, and said to be so by the name of its argument, wherever one is taken', async () => {
  expect(asked.length).toBeGreaterThan(50);
  for (const { name, field, cursor, args } of asked) {
    const resolved = async (): Promise<unknown> =>
      field.resolve?.({}, args, { ids }, {} as Parameters<NonNullable<typeof field.resolve>>[3]);
    await expect(resolved, `${name}(${cursor})`).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { [cursor]: 'page.badCursor' },
    });
  }
});
