import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kind, parse, print, type FragmentDefinitionNode, type OperationDefinitionNode } from 'graphql';
import { expect, it } from 'vitest';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { schema } from '../../schema.ts';
import { compilePlan } from './compile.ts';

/** The documents of each kind: its list, its record, and what is chosen from when another names it. */
const files = globSync(fileURLToPath(new URL('../../../../console/src/**/*.graphql.ts', import.meta.url)));
const definitions = files
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/graphql\(`([^`]*)`\)/g)])
  .flatMap(([, text = '']) => parse(text).definitions);
const fragments = definitions
  .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
  .map(print);
const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const operationOf = (name: string) =>
  definitions.find(
    (each): each is OperationDefinitionNode =>
      each.kind === Kind.OPERATION_DEFINITION && each.operation === 'query' && each.name?.value === name,
  );

const isPlanned = (operation: OperationDefinitionNode, sees: boolean) => {
  const variables = Object.fromEntries(
    (operation.variableDefinitions ?? []).map(({ variable }) => [variable.name.value, sees]),
  );
  const document = parse([print(operation), ...fragments].join('\n'));
  return compilePlan(schema, document, operation.name?.value, variables) !== undefined;
};

/** The view of a card lists its last events besides, which are no records. */
const mixed = new Set(['Card']);

it.each(declaredKinds.map(({ name }) => capitalised(name)))('plans what the console asks of each %s', (name) => {
  const names = [`${name}s`, `${name}Choices`, name];
  const found = names.flatMap((each) => operationOf(each) ?? []);
  expect(found.map((each) => each.name?.value)).toEqual(names);
  for (const sees of [true, false]) {
    const left = found.filter((each) => !isPlanned(each, sees) && !(sees && mixed.has(each.name?.value ?? '')));
    expect(left.map((each) => each.name?.value)).toEqual([]);
  }
});
