import { execute, type ApolloClient, type DocumentNode } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { firstValueFrom } from 'rxjs';
import { loadConfig } from '../session/config.ts';

interface Sending {
  readonly query: DocumentNode;
  /** With a `File` or `Blob` among them. */
  readonly variables: Record<string, unknown>;
  readonly token: string;
}

/**
 * Sends a file, as multipart with operations and map (specification §7). The link that can is loaded by the screens that send some: no
 * other needs it.
 *
 * @returns the data of the answer.
 * @throws {CombinedGraphQLErrors} if the server refuses the file; what the network throws.
 */
export async function sendFile<Data>(client: ApolloClient, { query, variables, token }: Sending): Promise<Data> {
  const { graphqlUrl } = await loadConfig();
  const link = new UploadHttpLink({ uri: graphqlUrl, headers: { authorization: `bearer oidc~${token}` } });
  const result = await firstValueFrom(execute(link, { query, variables }, { client }));
  if (result.errors) {
    throw new CombinedGraphQLErrors(result);
  }
  return result.data as Data;
}
