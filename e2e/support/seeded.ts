/**
 * Which one a journey takes of a list when any will do: the oldest, which the demonstration town was seeded with. What another journey
 * makes may stand first in the list’s own order, and be gone a moment later.
 */
export const seeded = 'first: 1, sort: { field: id, direction: asc }';
