import { graphql } from '../../api/generated/gql.ts';

export const CreateListExportDocument = graphql(`
  mutation CreateListExport($input: ListExportInput!) {
    createListExport(input: $input) {
      url
      fileName
    }
  }
`);
