import { graphql } from '../../api/generated/gql.ts';

export const CardRequestsDocument = graphql(`
  query CardRequests($state: CardRequestState!, $after: String) {
    cardRequests(first: 25, after: $after, filter: { state: $state }) {
      nodes {
        id
        rowId
        displaySerialNumber
        requestedBy
        createdAt
        reason
        viewerCanSettle
        apartment {
          id
          label
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const CountCardRequestsDocument = graphql(`
  query CountCardRequests {
    cardRequests(first: 1, filter: { state: open }) {
      totalCount
    }
  }
`);
