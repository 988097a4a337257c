import { graphql } from '../../api/generated/gql.ts';

export const AccountsDocument = graphql(`
  query Accounts($q: String, $after: String) {
    accounts(first: 25, after: $after, filter: { q: $q }) {
      nodes {
        id
        email
        name
        roles
        lastSeenAt
        invited
        blocked
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
    }
  }
`);
