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

export const BlockAccountDocument = graphql(`
  mutation BlockAccount($id: ID!) {
    blockAccount(id: $id) {
      id
      blocked
    }
  }
`);

export const UnblockAccountDocument = graphql(`
  mutation UnblockAccount($id: ID!) {
    unblockAccount(id: $id) {
      id
      blocked
    }
  }
`);

export const EndAccountSessionsDocument = graphql(`
  mutation EndAccountSessions($id: ID!) {
    endAccountSessions(id: $id)
  }
`);
