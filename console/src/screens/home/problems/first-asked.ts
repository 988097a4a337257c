import type { Permission } from '@noa/domain/permissions.ts';

/** Who home tells which containers have a problem. */
export const toldOfProblems: Permission = 'statusUpdate:create';

/** Rows of home's list at most; the state of all containers is a screen of its own. */
export const mostProblems = 12;
