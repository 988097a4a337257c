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

/** A cell that a spreadsheet would take for a formula begins with an apostrophe instead. */
const disarm = (cell: string) => (/^[=+\-@\t\r\0]/.test(cell) ? `'${cell}` : cell);

const quote = (cell: string) => `"${disarm(cell).replaceAll('"', '""')}"`;

/** A table as Excel in Romanian opens it: semicolons, and a byte order mark before its UTF-8. */
export const problemsCsv = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[header, ...rows].map((cells) => cells.map(quote).join(';')).join('\r\n')}\r\n`;
