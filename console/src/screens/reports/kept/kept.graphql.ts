import { graphql } from '../../../api/generated/gql.ts';

export const KeptReportsDocument = graphql(`
  query KeptReports($after: String) {
    keptReports(first: 20, after: $after) {
      totalCount
      nodes {
        id
        report
        title
        keptAt
        keptBy
        rowCount
        completeness
        hash
        forgottenAt
        viewerCanDelete
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
