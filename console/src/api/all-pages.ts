import type { ApolloClient, TypedDocumentNode } from '@apollo/client';

interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/**
 * All of a list, page by page, past the cache.
 *
 * @param select - where the list is in the query's answer.
 * @throws whatever the requests throw.
 */
export async function allPages<Data, Variables, Node>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Omit<Variables, 'after'>>,
  select: (data: NoInfer<Data>) => Page<Node> | null | undefined,
): Promise<readonly Node[]> {
  const all: Node[] = [];
  let after: string | null | undefined = null;
  do {
    const asked: object = { query, variables: { ...variables, after }, fetchPolicy: 'no-cache' };
    const { data } = (await client.query(asked as never)) as { data?: Data };
    const page: Page<Node> | null | undefined = data && select(data);
    all.push(...(page?.nodes ?? []));
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
  return all;
}
