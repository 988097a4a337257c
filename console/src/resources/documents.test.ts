import { Kind, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';

const modules = import.meta.glob<Record<string, DocumentNode>>('./*/*.graphql.ts', { eager: true });
const queries = Object.values(modules)
  .flatMap((documents) => Object.values(documents))
  .flatMap(({ definitions }) => definitions)
  .filter((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION)
  .filter(({ operation }) => operation === 'query');

const variablesOf = ({ variableDefinitions = [] }: OperationDefinitionNode) =>
  variableDefinitions.map(({ variable }) => variable.name.value);

const rootOf = ({ selectionSet }: OperationDefinitionNode) =>
  selectionSet.selections.find((each) => each.kind === Kind.FIELD);

/** A view asks for one record by its id, with the version it is of. */
const isView = (query: OperationDefinitionNode) =>
  variablesOf(query).includes('id') &&
  rootOf(query)?.selectionSet?.selections.some((each) => each.kind === Kind.FIELD && each.name.value === 'updatedAt');

const isList = (query: OperationDefinitionNode) => variablesOf(query).includes('sort');

describe('the queries of lists and views', () => {
  it.each(
    queries.filter((query) => isList(query) || isView(query)).map((query) => [query.name?.value, query] as const),
  )('%s: read the moment of the address', (_name, query) => {
    expect(variablesOf(query)).toContain('asOf');
    expect(rootOf(query)?.arguments?.map(({ name }) => name.value)).toContain('asOf');
  });
});
