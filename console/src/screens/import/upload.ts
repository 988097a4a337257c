import { execute } from '@apollo/client';
import type { ApolloClient } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { firstValueFrom } from 'rxjs';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import type { StartImportMutation } from '../../api/generated/graphql.ts';
import { StartImportDocument } from '../../api/mutations/generated/start-import.graphql.ts';
import { loadConfig } from '../../session/config.ts';

interface Upload {
  readonly kind: ImportKind;
  readonly file: File;
  /** Null where there is one org only, and where the records belong to none. */
  readonly orgId: string | null;
  readonly token: string;
}

/**
 * Sends a file, as multipart with operations and map (specification §7). The link that can is loaded with this screen: no other
 * needs it.
 *
 * @returns id of the import.
 * @throws {CombinedGraphQLErrors} if the server refuses the file; what the network throws.
 */
export async function uploadFile(client: ApolloClient, { kind, file, orgId, token }: Upload): Promise<string> {
  const { graphqlUrl } = await loadConfig();
  const link = new UploadHttpLink({ uri: graphqlUrl, headers: { authorization: `bearer oidc~${token}` } });
  const variables = { kind, file, orgId };
  const result = await firstValueFrom(execute(link, { query: StartImportDocument, variables }, { client }));
  if (result.errors) {
    throw new CombinedGraphQLErrors(result);
  }
  return (result.data as StartImportMutation).startImport.id;
}
