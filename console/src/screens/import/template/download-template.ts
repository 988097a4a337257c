import type { ApolloClient } from '@apollo/client';
import type { ImportTemplateQueryVariables } from '../../../api/generated/graphql.ts';
import { saveFile } from '../../../files/save.ts';
import { ImportTemplateDocument } from './template.graphql.ts';

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Gives the template of an import to the browser's downloads. */
export async function downloadTemplate(client: ApolloClient, variables: ImportTemplateQueryVariables): Promise<void> {
  // Not kept: the names that it offers are those of this moment.
  const { data } = await client.query({ query: ImportTemplateDocument, variables, fetchPolicy: 'no-cache' });
  if (data) {
    const { content, fileName } = data.importTemplate;
    saveFile(
      Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0),
      workbook,
      fileName,
    );
  }
}
