import type { GisNodeKind } from '@noa/domain/vocabulary.ts';

interface Node {
  readonly kind: GisNodeKind;
  readonly name: string;
  readonly official_name: string;
}

/** A node as it stands in an address: `Jud. Iași`, `Municipiul Pașcani`, `Pașcani`, `Strada Moldovei`. */
export function nodeLabel({ kind, name, official_name }: Node): string {
  if (kind === 'county') {
    return official_name.startsWith('Municipiul') ? official_name : `Jud. ${name}`;
  }
  return (kind === 'uat' && official_name) || name;
}

/** A line of nodes, the county first: `Jud. Iași › Municipiul Pașcani › Pașcani`. Bucharest is its own county, and said once. */
export const nodePath = (line: readonly Node[]): string =>
  line
    .map(nodeLabel)
    .filter((label, index, labels) => label !== labels[index - 1])
    .join(' › ');
