import { getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { expectedFilters, people } from '../authorization/expected-filters.ts';
import { expectedQueries } from '../authorization/expected-queries.ts';
import { into, readersOf, targetOf } from '../authorization/selection.ts';
import { atHome, aWorld, type World } from '../authorization/world.ts';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { allKinds } from '../registry/kinds.ts';
import { schema } from '../schema.ts';
import { signIn, type Caller } from '../testing/harness.ts';

/** Who reads the past of what, from the row "History" of domain.md's table: containers only for who looks after them. */
const readsPast = (label: string, kind: string): boolean =>
  /[RI]/.test(label) || (label.includes('C') && ['container', 'containerGroup'].includes(kind));

const world = await aWorld('Heron');
await new Promise((resolve) => setTimeout(resolve, 5));
const asOf = new Date().toISOString();
await new Promise((resolve) => setTimeout(resolve, 5));

const severalOf = ({ org, manager, apartment }: World) =>
  ({
    CL: () => signIn(['container_admin', 'local_reporter'], { orgIds: [org.id] }),
    CM: () => signIn(['container_admin', 'manager'], { orgIds: [org.id], managers: [manager] }),
    CA: () => signIn(['container_admin', 'ara_user'], { orgIds: [org.id], apartments: [apartment] }),
  }) as const;
const several = severalOf(world);
/** Everybody, and who looks after containers and is something else as well: several roles add up. */
const callers = new Map<string, Caller>();
for (const label of people) {
  callers.set(label, await atHome(label, world));
}
for (const [label, come] of Object.entries(several)) {
  callers.set(label, await come());
}
const labels = [...people, ...Object.keys(several)];
const callerOf = (label: string) => callers.get(label) as Caller;
const anyOf = (readers: string | undefined, label: string) => label.split('').some((each) => readers?.includes(each));

const queries = schema.getQueryType()?.getFields() ?? {};
const idOf = (kind: string) => (world as unknown as Readonly<Record<string, { id: string } | undefined>>)[kind]?.id;

/** The kinds of which one record is read of a moment. */
const kinds = allKinds
  .filter(({ name }) => queries[name]?.args.some((arg) => arg.name === 'asOf') && idOf(name) !== undefined)
  .map(({ name }) => ({ kind: name, type: targetOf(queries[name] as never), list: queries[`${name}s`] }));

const kindNamed = (type: string) => allKinds.find(({ name }) => name.toLowerCase() === type.toLowerCase())?.name;

/** What leads from a record to others, of their kind; what takes an argument that must be given leads nowhere of itself. */
const nested = kinds.flatMap(({ kind, type }) =>
  Object.values(type?.getFields() ?? {}).flatMap((field) => {
    const target = targetOf(field);
    const leadsTo = target && kindNamed(target.name);
    return leadsTo && type ? [{ title: `${kind}.${field.name}`, kind, type: type.name, field, leadsTo }] : [];
  }),
);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : (value as { totalCount?: number }).totalCount === 0);

describe('a record of the past', () => {
  it('is of each kind that has a past, and leads to others', () => {
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['org', 'manager', 'towerBlock', 'entrance', 'apartment', 'accessGroup', 'card']),
    );
    expect(nested.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['containerGroup.accessGroups', 'containerGroup.containers', 'container.containerGroup']),
    );
  });

  it.each(nested)('tells by $title no more than history does, whoever asks', async ({ kind, type, field, leadsTo }) => {
    const ask = (at: string | null) =>
      `{ ${kind}(id: "${idOf(kind)}"${at ? `, asOf: "${at}"` : ''}) { it: ${field.name} ${into(field, '__typename id')} } }`;
    for (const label of labels.filter((each) => anyOf(readersOf(type, field.name), each))) {
      const { data, errors } = await callerOf(label).run(ask(asOf));

      const told = data?.[kind]?.it as unknown;
      if (!readsPast(label, kind)) {
        expect(errors, label).toMatchObject([{ code: 'Forbidden' }]);
      } else if (readsPast(label, leadsTo)) {
        expect(errors, label).toBeUndefined();
        expect(isEmpty(told), label).toBe(isEmpty((await callerOf(label).run(ask(null))).data?.[kind]?.it));
      } else {
        expect(isEmpty(told), `${label}: ${JSON.stringify(told)}`).toBe(true);
        expect((errors ?? []).filter(({ code }) => code !== 'Forbidden')).toEqual([]);
      }
    }
  });
});

/** What a filter looks at beside the records of its list: those that it names, and that are not theirs. */
function looksAt(kind: string, filter: string): string | undefined {
  const name = filter
    .replace(/Id$/, '')
    .replace(/^without/, '')
    .toLowerCase();
  const named = allKinds.find((each) => each.name.toLowerCase() === name && each.name !== 'org')?.name;
  return named === kind ? undefined : named;
}

const filters = kinds.flatMap(({ kind, list }) => {
  const filter = getNamedType(list?.args.find(({ name }) => name === 'filter')?.type);
  return isInputObjectType(filter)
    ? Object.values(filter.getFields()).flatMap((field) => {
        const value = field.name.endsWith('Id')
          ? idOf(field.name.slice(0, -2))
          : field.name.startsWith('without') || undefined;
        const seen = looksAt(kind, field.name);
        return value !== undefined && seen
          ? [{ title: `${kind}s by ${field.name}`, kind, filter: filter.name, field: field.name, value, seen }]
          : [];
      })
    : [];
});

describe('a list of the past', () => {
  it('is filtered by what belongs to other kinds', () => {
    expect(filters.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['containerGroups by apartmentId', 'containerGroups by accessGroupId']),
    );
  });

  it.each(filters)(
    'tells by $title no more than history does, whoever asks',
    async ({ kind, filter, field, value, seen }) => {
      const source = `query ($filter: ${filter}, $asOf: DateTime) { ${kind}s(filter: $filter, asOf: $asOf) { nodes { id } totalCount } }`;
      const variables = { filter: { [field]: value }, asOf };
      const mayFilter = (label: string) => anyOf(expectedFilters[filter]?.[field], label);
      for (const label of labels.filter((each) => anyOf(expectedQueries[`${kind}s`]?.who, each))) {
        const { errors } = await callerOf(label).run(source, variables);

        const isTold = readsPast(label, kind) && readsPast(label, seen) && mayFilter(label);
        expect(errors?.[0]?.code, label).toBe(isTold ? undefined : 'Forbidden');
      }
    },
  );
});
