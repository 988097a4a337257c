import {
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
} from 'graphql';
import { schema } from '../schema.ts';
import { expectedTypes } from './expected-types.ts';
import { expectedQueries } from './expected-queries.ts';
import type { CallerLabel, World } from './world.ts';

/** Wrappers of lists: they hold nothing of their own, and who holds one is who may ask for its list. */
const isWrapper = (name: string): boolean => /(Connection|Edge)$/.test(name) || name === 'PageInfo';

export const objectTypes: readonly GraphQLObjectType[] = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(
    ({ name }) => !name.startsWith('__') && !isWrapper(name) && !['Query', 'Mutation', 'Subscription'].includes(name),
  );

/** The object type a field leads to, through its connection if it has one; undefined for scalars and enums. */
export function targetOf({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named)) {
    return undefined;
  }
  const nodes = named.name.endsWith('Connection') ? named.getFields()['nodes'] : undefined;
  return nodes ? targetOf(nodes) : named;
}

const isConnection = ({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>) =>
  getNamedType(type).toString().endsWith('Connection');

/** Wraps what is asked of a field's target into what the field itself wants: `{ nodes { id } }`. */
export function into(field: Pick<GraphQLField<unknown, unknown>, 'type'>, selection: string): string {
  return isConnection(field) ? `{ nodes { ${selection} } pageInfo { hasNextPage } totalCount }` : `{ ${selection} }`;
}

/** Who reads a field of a type that they hold; undefined when nobody has said so. */
export function readersOf(type: string, field: string): string | undefined {
  const expected = expectedTypes[type];
  return expected?.plain.split(/\s+/).includes(field) ? expected.who : expected?.guarded?.[field]?.who;
}

/** Everything of a type that the caller may read, relations followed so many steps. */
export function allOf(type: GraphQLObjectType, label: CallerLabel, steps: number): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const target = targetOf(field);
    const mayRead = readersOf(type.name, field.name)?.includes(label);
    const needsArguments = field.args.some(
      ({ type: argument, defaultValue }) => String(argument).endsWith('!') && defaultValue === undefined,
    );
    if (!mayRead || needsArguments) {
      return [];
    }
    if (!target) {
      return isLeafType(getNamedType(field.type)) ? [field.name] : [];
    }
    const bounded = isConnection(field) ? '(first: 3)' : '';
    return steps > 0 ? [`${field.name}${bounded} ${into(field, allOf(target, label, steps - 1))}`] : [];
  });
  return ['__typename', ...parts].join(' ');
}

interface Step {
  readonly type: GraphQLObjectType;
  /** Builds the whole query around what is asked of the type. */
  readonly around: (world: World, selection: string) => string;
}

/** For each type the shortest way from a query to a value of it, over what the caller is expected to read. */
export function waysOf(label: CallerLabel): ReadonlyMap<string, Step['around']> {
  const ways = new Map<string, Step['around']>();
  const queue: Step[] = [];
  const reach = (step: Step) => {
    if (!ways.has(step.type.name)) {
      ways.set(step.type.name, step.around);
      queue.push(step);
    }
  };
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const expected = expectedQueries[field.name];
    const target = targetOf(field);
    if (expected?.who.includes(label) && target) {
      reach({
        type: target,
        around: (world, selection) => `{ ${expected.ask(world, label)} ${into(field, selection)} }`,
      });
    }
  }
  for (let step = queue.shift(); step; step = queue.shift()) {
    const { type, around } = step;
    for (const field of Object.values(type.getFields())) {
      const target = targetOf(field);
      if (target && readersOf(type.name, field.name)?.includes(label)) {
        reach({ type: target, around: (world, selection) => around(world, `${field.name} ${into(field, selection)}`) });
      }
    }
  }
  return ways;
}

/** What fields of filters can be given, by their names, where they name anything of a world. */
export const filterValues = (world: World): Readonly<Record<string, unknown>> => ({
  accessGroupId: world.accessGroup.id,
  apartmentId: world.apartment.id,
  cardId: world.card.id,
  containerGroupId: world.containerGroup.id,
  containerId: world.container.id,
  entranceId: world.entrance.id,
  managerId: world.manager.id,
  orgId: world.org.id,
  towerBlockId: world.towerBlock.id,
  ids: [world.container.id],
  parentId: '1',
  serialNumber: world.card.serial_number,
  occupierIdNumber: '1800101221144',
  occupierName: `${world.mark} occupier`,
  addrStreet: world.mark,
  q: world.mark,
  bbox: { west: 20, south: 40, east: 30, north: 50 },
});

/** Something that a field of a filter can be given. @param told - as `filterValues` has it. */
export function filterValue(
  { name, type }: Pick<GraphQLInputField, 'name' | 'type'>,
  told: Readonly<Record<string, unknown>>,
): unknown {
  const named = getNamedType(type);
  if (name in told) {
    return told[name];
  }
  if (isEnumType(named)) {
    return named.getValues()[0]?.name;
  }
  return {
    Boolean: true,
    DateTime: '2020-01-01T00:00:00Z',
    DateTimeRange: { from: '2020-01-01T00:00:00Z' },
    IntRange: { min: 0 },
    PercentRange: { min: 0 },
  }[named.name];
}
