import type { Filter } from '../../crud/define-resource.ts';

/** Filters of containers that figures elsewhere are counted by. */
export const nearlyFull = { id: 'nearlyFull', kind: 'flag', present: true } as const satisfies Filter;
export const full = { id: 'full', kind: 'flag', present: true } as const satisfies Filter;
export const silent = { id: 'silent', kind: 'flag', may: 'statusUpdate:read', present: true } as const satisfies Filter;
