import type { Permission } from '@noa/domain/permissions.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { capitalised } from '@noa/domain/kinds/names.ts';
import { recordPaths } from '../../paths.ts';

/** What follows from the name of a kind: `towerBlock`. */
export function namesOf({ name }: Pick<KindDeclaration, 'name'>) {
  const paths = recordPaths(name);
  if (!paths) {
    throw new Error(`No declared kind is called ${name}`);
  }
  return {
    /** The query that gives its list, the namespace of its texts and the name of its addresses: `towerBlocks`. */
    list: `${name}s`,
    /** Its GraphQL type: `TowerBlock`. */
    type: capitalised(name),
    read: `${name}:read` as Permission,
    write: `${name}:write` as Permission,
    paths,
  };
}

/** `items` with those named in `first` before the others, in that order. */
export const arranged = <Item extends { readonly id: string }>(
  items: readonly Item[],
  first: readonly string[] = [],
): readonly Item[] => [
  ...first.flatMap((id) => items.filter((item) => item.id === id)),
  ...items.filter(({ id }) => !first.includes(id)),
];

/** `derived` without those that stand among the kind's `own`, or are left out, and then `own`. */
export const withOwn = <Item extends { readonly id: string }>(
  derived: readonly Item[],
  own: readonly Item[] = [],
  without: readonly string[] = [],
): readonly Item[] => [
  ...derived.filter(({ id }) => !without.includes(id) && own.every((each) => each.id !== id)),
  ...own,
];
