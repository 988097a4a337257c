import { readFile } from 'node:fs/promises';
import { parse, print, type ASTNode, type DefinitionNode, type DocumentNode } from 'graphql';
import { expect, it } from 'vitest';
import { schemaText } from './schema.ts';

/** What the API promises to gateways and integrators: names, arguments, defaults and types that they were written for. */
const contract = parse(await readFile(new URL('contract.graphql', import.meta.url), 'utf8'));
const offered = parse(schemaText());

type Parts = ReadonlyMap<string, string>;

/** Each value, field and argument by its path, as it is written: `Query.cardsToSync(first)` is `Int = 1000`. */
function partsOf({ definitions }: DocumentNode): Parts {
  return new Map(definitions.flatMap(partsOfType));
}

function partsOfType(type: DefinitionNode): [string, string][] {
  if (type.kind === 'EnumTypeDefinition') {
    return (type.values ?? []).map(({ name }) => [`${type.name.value}.${name.value}`, 'value']);
  }
  if (type.kind === 'InputObjectTypeDefinition') {
    return (type.fields ?? []).map((field) => [`${type.name.value}.${field.name.value}`, inputOf(field)]);
  }
  if (type.kind === 'ObjectTypeDefinition' || type.kind === 'InterfaceTypeDefinition') {
    return (type.fields ?? []).flatMap(({ name, type: given, arguments: taken = [] }) => {
      const path = `${type.name.value}.${name.value}`;
      return [[path, print(given)], ...taken.map((each) => [`${path}(${each.name.value})`, inputOf(each)])] as [
        string,
        string,
      ][];
    });
  }
  return [];
}

const inputOf = ({ type, defaultValue }: { readonly type: ASTNode; readonly defaultValue?: ASTNode | undefined }) =>
  print(type) + (defaultValue ? ` = ${print(defaultValue)}` : '');

it('offers what others were told that it offers, to the letter', () => {
  const promised = partsOf(contract);
  const kept = partsOf(offered);

  expect(promised.size).toBeGreaterThan(150);
  expect(
    [...promised].filter(([path, text]) => kept.get(path) !== text).map(([path, text]) => [path, text, kept.get(path)]),
  ).toEqual([]);
});
