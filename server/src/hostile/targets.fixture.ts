import { parse, valueFromASTUntyped, type FieldNode, type GraphQLField, type OperationDefinitionNode } from 'graphql';
import { expectedMutations } from '../authorization/expected-mutations.ts';
import { expectedQueries } from '../authorization/expected-queries.ts';
import { allOf, into, readersOf, objectTypes, targetOf, waysOf } from '../authorization/selection.ts';
import type { CallerLabel, World } from '../authorization/world.ts';
import { schema } from '../schema.ts';

/** A field that takes arguments, and how to ask for it so that it is reached. */
export interface Target {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
  /** Arguments with which it is answered. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly around: (asked: string) => string;
  readonly selection: string;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

function baseOf(ask: string): Record<string, unknown> {
  const [operation] = parse(`query ($file: Upload) { ${ask} }`).definitions;
  const [node] = (operation as OperationDefinitionNode).selectionSet.selections as readonly FieldNode[];
  const given = node?.arguments ?? [];
  return Object.fromEntries(given.map(({ name, value }) => [name.value, json(valueFromASTUntyped(value))]));
}

function selectionOf(field: GraphQLField<unknown, unknown>, label: CallerLabel): string {
  const target = targetOf(field);
  return target ? into(field, allOf(target, label, 0)) : '';
}

/** Everything with arguments that a caller is expected to reach: each operation, and each field below by the shortest way. */
export function targetsOf(label: CallerLabel, world: World): Target[] {
  const roots = (['query', 'mutation'] as const).flatMap((kind) => {
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    const expected = kind === 'query' ? expectedQueries : expectedMutations;
    return Object.values(type?.getFields() ?? {}).flatMap((field): Target[] => {
      const line = expected[field.name];
      if (!line || line.upload || field.args.length === 0 || !`${line.who}${line.own ?? ''}`.includes(label)) {
        return [];
      }
      const base = baseOf(line.ask(world, label));
      const selection = selectionOf(field, label);
      return [{ name: field.name, kind, field, base, selection, around: (asked) => `{ ${asked} }` }];
    });
  });
  const ways = waysOf(label);
  const below = objectTypes.flatMap((type) => {
    const around = ways.get(type.name);
    return Object.values(type.getFields())
      .filter((field) => around && field.args.length > 0 && readersOf(type.name, field.name)?.includes(label))
      .map((field): Target => ({
        name: `${type.name}.${field.name}`,
        kind: 'query',
        field,
        base: {},
        selection: selectionOf(field, label),
        around: (asked) => around?.(world, asked) ?? '',
      }));
  });
  return [...roots, ...below];
}
