import type { ApolloClient } from '@apollo/client';
import type { ImportMatchesQuery } from '../../../api/generated/graphql.ts';
import { ImportMatchesDocument } from './matches.graphql.ts';

export type Match = NonNullable<ImportMatchesQuery['importJob']>['matches']['nodes'][number];
type Page = NonNullable<ImportMatchesQuery['importJob']>['matches'];

/** Rows of a page of the API, at most. */
const pageSize = 200;

/** The rows of all proposals that nobody has decided, page by page. */
export async function listUndecided(client: ApolloClient, id: string): Promise<number[]> {
  const rows: number[] = [];
  let after: string | null | undefined = null;
  do {
    const result: ApolloClient.QueryResult<ImportMatchesQuery> = await client.query({
      query: ImportMatchesDocument,
      variables: { id, outcome: 'probably', first: pageSize, after },
      fetchPolicy: 'no-cache',
    });
    const page: Page | undefined = result.data?.importJob?.matches;
    const undecided = (page?.nodes ?? []).filter(({ decision }) => decision === null);
    rows.push(...undecided.map(({ rowNumber }) => rowNumber));
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
  return rows;
}
