import type { Filter } from '../../crud/define-resource.ts';

/** Filters of entrances that figures elsewhere are counted by. */
export const withoutAccessGroup = {
  id: 'withoutAccessGroup',
  kind: 'flag',
  may: 'accessGroup:read',
} as const satisfies Filter;
export const withoutManager = { id: 'withoutManager', kind: 'flag', may: 'manager:read' } as const satisfies Filter;
