import { useDebouncedValue } from '@mantine/hooks';
import type { SearchQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { SearchDocument } from './search.graphql.ts';

/** Milliseconds without a key before the server is asked. */
const searchMs = 150;

/** Letters and digits from which records are searched, as in the server. */
const minCharacters = 2;

const isWorthAsking = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= minCharacters;

/** Hits shown; one more is asked for, which says that there are more. */
const shownHits = 20;

interface Found {
  readonly hits: SearchQuery['search'];
  /** Whether there are more than are shown. */
  readonly capped: boolean;
  /** `idle` while too little is typed, `waiting` until what is typed now is answered. */
  readonly state: 'idle' | 'waiting' | 'answered' | 'failed';
}

/**
 * What the server finds for what is typed: the answer to an older text never takes the place of a newer one's. Hits may name
 * people, so they stay out of the cache.
 */
export function useSearch(typed: string): Found {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, searchMs);
  const worth = isWorthAsking(text);
  const { data, previousData, loading, error } = useQuery(SearchDocument, {
    variables: { text: asked },
    skip: !worth || !isWorthAsking(asked),
    fetchPolicy: 'no-cache',
  });
  if (!worth) {
    return { hits: [], capped: false, state: 'idle' };
  }
  if (loading || asked !== text) {
    // What was found before stays in sight meanwhile: the list must not jump at each letter.
    return { ...shown((data ?? previousData)?.search), state: 'waiting' };
  }
  return { ...shown(data?.search), state: error ? 'failed' : 'answered' };
}

const shown = (found: SearchQuery['search'] = []) => ({
  hits: found.slice(0, shownHits),
  capped: found.length > shownHits,
});
