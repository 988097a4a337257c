/**
 * Which one a journey takes of a list when any will do: the one that has been left alone longest, which is of the demonstration town. What
 * another journey makes may stand first in the list’s own order, and be gone a moment later.
 */
export const seeded = 'first: 1, sort: { field: updated_at, direction: asc }';
