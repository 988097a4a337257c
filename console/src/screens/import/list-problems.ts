import type { ApolloClient } from '@apollo/client';
import type { ImportProblemsQuery } from '../../api/generated/graphql.ts';
import { ImportProblemsDocument } from './import.graphql.ts';

type Page = NonNullable<ImportProblemsQuery['importJob']>['problems'];
type Problem = Page['nodes'][number];

/** Rows of a page of the API, at most. */
const pageSize = 200;

/** Every problem that was kept of a dry run, page by page. */
export async function listAllProblems(client: ApolloClient, id: string): Promise<Problem[]> {
  const all: Problem[] = [];
  let after: string | null | undefined = null;
  do {
    const result: ApolloClient.QueryResult<ImportProblemsQuery> = await client.query({
      query: ImportProblemsDocument,
      variables: { id, first: pageSize, after },
      fetchPolicy: 'no-cache',
    });
    const page: Page | undefined = result.data?.importJob?.problems;
    all.push(...(page?.nodes ?? []));
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
  return all;
}
