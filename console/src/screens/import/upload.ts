import type { ApolloClient } from '@apollo/client';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import type { StartImportMutation } from '../../api/generated/graphql.ts';
import { StartImportDocument } from '../../api/mutations/generated/start-import.graphql.ts';
import { sendFile } from '../../api/send-file.ts';

interface Upload {
  readonly kind: ImportKind;
  readonly file: File;
  /** Null where there is one org only, and where the records belong to none. */
  readonly orgId: string | null;
}

/**
 * Sends a file to be imported.
 *
 * @returns id of the import.
 * @throws {CombinedGraphQLErrors} if the server refuses the file; what the network throws.
 */
export async function uploadFile(client: ApolloClient, variables: Upload): Promise<string> {
  const data = await sendFile<StartImportMutation>(client, { query: StartImportDocument, variables: { ...variables } });
  return data.startImport.id;
}
