import { graphql } from '../../api/generated/gql.ts';

export const HistoryDocument = graphql(`
  query History($kind: String!, $id: ID!, $first: Int!, $after: String) {
    history(kind: $kind, id: $id, first: $first, after: $after) {
      nodes {
        rowId
        validFrom
        validTo
        updatedBy
        change
        deletedBy
        viewerCanRestore
        erasedFields
        fields {
          name
          oldValue
          newValue
          oldLabel
          newLabel
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);
