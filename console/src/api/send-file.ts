import { execute, type ApolloClient, type DocumentNode } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { firstValueFrom } from 'rxjs';

interface Sending {
  readonly query: DocumentNode;
  /** With a `File` or `Blob` among them. */
  readonly variables: Record<string, unknown>;
}

/**
 * Sends a file, as multipart with operations and map (specification §7), by the way of all that the client sends, but for its cache.
 *
 * @returns the data of the answer.
 * @throws {CombinedGraphQLErrors} if the server refuses the file; what the network throws.
 */
export async function sendFile<Data>(client: ApolloClient, { query, variables }: Sending): Promise<Data> {
  const result = await firstValueFrom(
    execute(client.link, { query, variables, context: { hasFile: true } }, { client }),
  );
  if (result.errors) {
    throw new CombinedGraphQLErrors(result);
  }
  return result.data as Data;
}
