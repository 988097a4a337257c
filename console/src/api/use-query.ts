// The one place that asks by Apollo's own hook: all others ask by this one (`use-query.test.ts`).
import { useQuery as useApolloQuery } from '@apollo/client/react';
import { isRefusal } from './failure.ts';

const nothing = { data: undefined, previousData: undefined, dataState: 'empty' } as const;

/**
 * Apollo's `useQuery`, but what the server refuses is not shown from the cache: deleted, also by somebody else, or no longer one's
 * own. Any other failure leaves what was known beside its `error`: the network may be away, and what is shown is then said to be old.
 */
export const useQuery = ((query: never, options?: never) => {
  const result = useApolloQuery(query, options);
  return withoutRefused(result, options);
}) as unknown as typeof useApolloQuery;

/** `result` without what was known before, where the server has refused to say it again. */
export function withoutRefused<Result extends { readonly error?: unknown }>(
  result: Result,
  options?: { readonly errorPolicy?: string },
): Result {
  // Who takes errors along with data has the server's own answer, and nothing older.
  return isRefusal(result.error) && options?.errorPolicy !== 'all' ? { ...result, ...nothing } : result;
}
