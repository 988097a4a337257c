import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { schema } from '../schema.ts';
import { signIn, type Caller } from '../testing/harness.ts';
import { isThorough, someOf } from '../testing/rounds.ts';
import { expectedFilters, expectedOrders, people } from './expected-filters.ts';
import { expectedQueries } from './expected-queries.ts';
import { filterValue, filterValues } from './selection.ts';
import { atHome, aWorld, type CallerLabel } from './world.ts';

type Label = Exclude<CallerLabel, 'G'>;
type Filter = Record<string, unknown>;

const home = await aWorld('home');
const away = await aWorld('away');
const callers = new Map<Label, Caller>();
for (const label of people) {
  callers.set(label, await atHome(label, home));
}
const callerOf = (label: Label): Caller => callers.get(label) as Caller;

/** Every list of the API that can be filtered, with its filter. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args, type }) => {
  const filter = getNamedType(args.find((each) => each.name === 'filter')?.type);
  const sort = getNamedType(args.find((each) => each.name === 'sort')?.type);
  const result = getNamedType(type);
  const isPaged = isObjectType(result) && 'nodes' in result.getFields();
  return isInputObjectType(filter) ? [{ name, filter, sort, isPaged, who: expectedQueries[name]?.who ?? '' }] : [];
});

const [real, foreign] = [filterValues(home), filterValues(away)];

/** What each filter of a list can be given, but for what is refused whoever asks. */
const valuesOf = (field: GraphQLInputField): unknown[] => {
  const isId = getNamedType(field.type).name === 'ID';
  const unknown = isListType(getNullableType(field.type)) ? [[randomUUID(), 'nobody']] : [randomUUID(), 'nobody'];
  const isText = getNamedType(field.type).name === 'String';
  return [
    filterValue(field, real),
    filterValue(field, foreign),
    ...(isId ? unknown : []),
    ...(isText ? ['', 'zzz'] : []),
  ];
};

const mayFilter = (filter: GraphQLInputObjectType, key: string, label: Label): boolean =>
  expectedFilters[filter.name]?.[key]?.includes(label) ?? false;

type List = (typeof lists)[number];

/** Asks one list by several filters at once. */
async function ask(caller: Caller, { name, filter, isPaged }: List, filters: readonly Filter[]) {
  const isList = schema.getQueryType()?.getFields()[name];
  const isCount = isObjectType(getNamedType(isList?.type)) && name.endsWith('Counts');
  const selection = isPaged ? '(first: 50) { nodes { id } totalCount }' : isCount ? ' { total }' : ' { id }';
  const fields = filters.map((_each, index) => {
    const [args, rest] = selection.startsWith('(')
      ? [', first: 50', selection.slice('(first: 50)'.length)]
      : ['', selection];
    return `f${index}: ${name}(filter: $f${index}${args})${rest}`;
  });
  const variables = filters.map((_each, index) => `$f${index}: ${filter.name}`);
  const { data, errors } = await caller.run(
    `query (${variables.join(', ')}) { ${fields.join(' ')} }`,
    Object.fromEntries(filters.map((each, index) => [`f${index}`, each])),
  );
  return { errors, found: filters.map((_each, index) => idsOf(data?.[`f${index}`])) };
}

interface Page {
  readonly nodes?: readonly { id: string }[];
  readonly totalCount?: number;
  readonly total?: number;
}

/** Ids, or a number where there is nothing else. */
type Found = string[] | number | undefined;

function idsOf(found: Page | readonly { id: string }[] | undefined): Found {
  if (found === undefined || found === null) {
    return undefined;
  }
  if ('total' in found && typeof found.total === 'number') {
    return found.total;
  }
  const nodes = 'nodes' in found ? found.nodes : (found as readonly { id: string }[]);
  const ids = (nodes ?? []).map(({ id }) => id).toSorted();
  if ('totalCount' in found && ids.length < 50) {
    expect(found.totalCount).toBe(ids.length);
  }
  return ids;
}

/**
 * Each filter alone with all it can be given, and each pair of filters: both of this world, one of them null, and with what they can
 * be given otherwise, a few in turn. Where not all is tried, each filter stands beside every fifth of the others, each pair is asked by one of
 * all who may filter by both, in one of the three ways, and what is of no world by one of all who may filter by it.
 */
function pairsOf({ filter, who }: List, label: Label): Filter[] {
  const fields = Object.values(filter.getFields()).filter(({ name }) => mayFilter(filter, name, label));
  const others = people.filter((each) => each !== 'R' && who.includes(each));
  return fields.flatMap((field, index) => {
    const values = valuesOf(field);
    const pairs = fields.slice(index + 1).flatMap((other, position) => {
      const alike = others.filter((each) => [field, other].every(({ name }) => mayFilter(filter, name, each)));
      const isTried = isThorough || (position + index) % 5 === 0;
      if (!isTried || !someOf(alike, Math.floor((position + index) / 5)).includes(label)) {
        return [];
      }
      const rest = valuesOf(other);
      const ways = [
        { [field.name]: values[0], [other.name]: rest[0] },
        { [field.name]: null, [other.name]: rest[position % rest.length] },
        { [field.name]: values[position % values.length], [other.name]: rest[(position + index) % rest.length] },
      ];
      return someOf(ways, Math.floor((position + index) / 5 / alike.length));
    });
    const alike = others.filter((each) => mayFilter(filter, field.name, each));
    const alone = values.filter((_value, nth) => nth < 2 || someOf(alike, nth).includes(label));
    return [...alone.map((value) => ({ [field.name]: value })), ...pairs];
  });
}

/**
 * A filter that is not allowed, beside the others: with something or nothing to look for, each of both in one way, or in all. Where not all is
 * tried, beside each of the others it is asked by one of those to whom it is denied.
 */
function deniedBeside({ filter, who }: List, denied: GraphQLInputField, label: Label): Filter[] {
  const alike = people.filter((each) => who.includes(each) && !mayFilter(filter, denied.name, each));
  const values = [...new Set([filterValue(denied, real), valuesOf(denied).at(-1)])];
  const beside = Object.values(filter.getFields())
    .filter(
      ({ name }, nth) =>
        name !== denied.name && (isThorough || nth % 2 === 0) && someOf(alike, nth / 2).includes(label),
    )
    .flatMap((other, nth) => {
      const ways = [null, valuesOf(other)[0]].flatMap((value) =>
        values.map((looked): Filter => ({ [other.name]: value, [denied.name]: looked })),
      );
      return someOf(ways, nth);
    });
  return [...values.map((value) => ({ [denied.name]: value })), ...beside];
}

const batches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_each, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** A list without pages is as long as it may be: one request may ask for no more. */
const atOnce = ({ name }: List): number => (name === 'containerStatusPoints' ? 1 : 25);

const rooted = new Map<string, Found>();

/** What root finds, each asked for once. */
async function foundByRoot(list: List, filters: readonly Filter[]): Promise<(Found | undefined)[]> {
  const keyOf = (filter: Filter) => `${list.name} ${JSON.stringify(filter)}`;
  const unknown = filters.filter((filter) => !rooted.has(keyOf(filter)));
  for (const some of batches(unknown, atOnce(list))) {
    const { errors, found } = await ask(callerOf('R'), list, some);
    expect(errors).toBeUndefined();
    some.forEach((filter, index) => rooted.set(keyOf(filter), found[index]));
  }
  return filters.map((filter) => rooted.get(keyOf(filter)));
}

describe('the filters of every list', () => {
  it('are in the table, each of them', () => {
    for (const { filter } of lists) {
      expect(Object.keys(filter.getFields()).toSorted(), filter.name).toEqual(
        Object.keys(expectedFilters[filter.name] ?? {}).toSorted(),
      );
    }
  });

  describe.each(people.filter((label) => label !== 'R'))('for %s', (label) => {
    it.each(lists.filter(({ who }) => who.includes(label)))(
      'find in $name what root finds among what the caller reads, by every pair',
      async (list) => {
        const { found: all } = await ask(callerOf(label), list, [{}]);
        for (const filters of batches(pairsOf(list, label), atOnce(list))) {
          const own = await ask(callerOf(label), list, filters);
          expect(own.errors, JSON.stringify(filters)).toBeUndefined();
          const expected = (await foundByRoot(list, filters)).map((ids) =>
            Array.isArray(ids) && Array.isArray(all[0]) ? ids.filter((id) => (all[0] as string[]).includes(id)) : null,
          );
          expect(own.found.map((ids) => (Array.isArray(ids) ? ids : null))).toEqual(expected);
        }
      },
    );

    it.each(lists.filter(({ who }) => who.includes(label)))(
      'are refused in $name where they look at what the caller may not read, whatever stands beside them',
      async (list) => {
        const fields = Object.values(list.filter.getFields());
        for (const denied of fields.filter(({ name }) => !mayFilter(list.filter, name, label))) {
          for (const filter of deniedBeside(list, denied, label)) {
            const { errors } = await ask(callerOf(label), list, [filter]);
            expect(errors, JSON.stringify(filter)).toMatchObject([{ code: 'Forbidden' }]);
          }
          const nothing = await ask(callerOf(label), list, [{ [denied.name]: null }, {}]);
          expect(nothing.errors).toBeUndefined();
          expect(nothing.found[0]).toEqual(nothing.found[1]);
        }
      },
    );

    it.each(lists.filter(({ who, sort }) => who.includes(label) && sort))(
      'and its orders: $name is put into none that the caller may not know',
      async ({ name, sort, who }) => {
        const fields = isInputObjectType(sort) ? getNamedType(sort.getFields()['field']?.type) : undefined;
        for (const [nth, { name: field }] of (isEnumType(fields) ? fields.getValues() : []).entries()) {
          const readers = expectedOrders[String(fields)]?.[field];
          const isAllowed = readers === undefined || readers.includes(label);
          const alike = people.filter((each) => each !== 'R' && who.includes(each) && (readers ?? each).includes(each));
          if (isAllowed && !someOf(alike, nth).includes(label)) {
            continue;
          }
          const { errors } = await callerOf(label).run(
            `{ ${name}(sort: [{ field: id, direction: asc }, { field: ${field}, direction: desc }]) { nodes { id } } }`,
          );
          expect(
            errors?.map(({ code }) => code),
            field,
          ).toEqual(isAllowed ? undefined : ['Forbidden']);
        }
      },
    );
  });

  it('find, for somebody of several roles, only what all of what they look at is told of', async () => {
    const caller = await signIn(['local_reporter', 'manager'], { orgIds: [away.org.id], managers: [home.manager] });
    const found = async (filter: Filter) => {
      const { data } = await caller.run(
        'query ($filter: CardEventFilter) { cardEvents(filter: $filter) { nodes { id } totalCount } }',
        { filter },
      );
      return data.cardEvents.totalCount as number;
    };

    expect(await found({})).toBe(2);
    expect(await found({ apartmentId: home.apartment.id })).toBe(1);
    expect(await found({ apartmentId: away.apartment.id })).toBe(0);
    expect(await found({ entranceId: away.entrance.id })).toBe(0);
  });
});
