/** By what the cache knows records, where not by their id alone: versions of a card are different things to it (specification §3). */
export const typePolicies = { Card: { keyFields: ['id', 'rowId'] } } as const;
