import { graphql } from '../api/generated/gql.ts';

export const CardEventsDocument = graphql(`
  query CardEvents($filter: CardEventFilter!, $first: Int!, $seesWho: Boolean! = false) {
    cardEvents(first: $first, filter: $filter) {
      nodes {
        id
        kind
        occurredAt
        reason
        unauthorised
        serialNumber @include(if: $seesWho)
        card @include(if: $seesWho) {
          id
          rowId
          label
        }
        apartment @include(if: $seesWho) {
          id
          label
        }
        container {
          id
          label
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);
