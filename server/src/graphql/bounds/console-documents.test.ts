import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kind, parse, type FragmentDefinitionNode, print, type OperationDefinitionNode, visit } from 'graphql';
import { expect, it } from 'vitest';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { schema } from '../../schema.ts';
import { compilePlan } from '../planned/compile.ts';
import { flagsIn } from '../planned/selection.ts';
import { Documents } from './document.ts';
import { refuseCostly } from './limits.ts';

/** Every document of the console, as its generator finds them. */
const files = globSync(fileURLToPath(new URL('../../../../console/src/**/*.graphql.ts', import.meta.url)));
const definitions = files
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/graphql\(`([^`]*)`\)/g)])
  .flatMap(([, text = '']) => parse(text).definitions);
const operations = definitions.filter(
  (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
);
const fragments = definitions.filter(
  (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
);

/** Rows of the largest page that a screen asks for; a history, a resident's list and home have 20 at the most. */
const largest = (name: string) => ({ History: 20, OwnContainers: 20, ContainerProblems: 20 })[name] ?? 200;

/** The longest that is sent: a large report, a batch of the playground. */
const sent = (name: string) => ({
  first: largest(name),
  input: { first: reportLimits.rows },
  events: Array.from({ length: 1_000 }, () => ({})),
  updates: Array.from({ length: 1_000 }, () => ({})),
});

/** As the console's client sends it: with the name of its type asked of every object. */
const asSent = <Definition extends OperationDefinitionNode | FragmentDefinitionNode>(definition: Definition): string =>
  print(
    visit(definition, {
      SelectionSet: (node, _key, parent) =>
        parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : {
              ...node,
              selections: [...node.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
            },
    }),
  );

/** The fragments that a document spreads, and those that they spread. */
function fragmentsOf(
  document: OperationDefinitionNode | FragmentDefinitionNode,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(document, {
    FragmentSpread({ name }) {
      const fragment = fragments.find((each) => each.name.value === name.value);
      if (fragment && !found.has(fragment)) {
        fragmentsOf(fragment, found.add(fragment));
      }
    },
  });
  return found;
}

it('finds the documents', () => {
  expect(operations.length).toBeGreaterThan(150);
});

it.each(operations.map((operation) => [operation.name?.value ?? '', operation] as const))(
  'lets the console ask %s with its longest pages',
  (name, operation) => {
    const read = new Documents(schema).read([operation, ...fragmentsOf(operation)].map(asSent).join('\n'));

    expect(read.problems()).toEqual([]);
    expect(refuseCostly(schema, read.document, sent(name))).toBeGreaterThan(0);
  },
);

it('keeps all of them, with what is planned of each', () => {
  const documents = new Documents(schema);
  const sources = operations.map((operation) => [operation, ...fragmentsOf(operation)].map(asSent).join('\n'));

  const unplanned = sources.filter((source) => {
    const read = documents.read(source);
    const all = Object.fromEntries(flagsIn(read.document).map((flag) => [flag, true]));
    return read.plan(null, all) === undefined && compilePlan(schema, read.document, null, all) !== undefined;
  });

  expect(unplanned).toEqual([]);
  expect(sources.filter((source) => documents.find(source)?.problems().length !== 0)).toEqual([]);
});
