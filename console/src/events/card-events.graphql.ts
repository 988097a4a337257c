import { graphql } from '../api/generated/gql.ts';

export const CardEventsDocument = graphql(`
  query CardEvents(
    $filter: CardEventFilter!
    $first: Int!
    $after: String
    $seesWho: Boolean! = false
    $seesActors: Boolean! = false
  ) {
    cardEvents(first: $first, after: $after, filter: $filter) {
      nodes {
        id
        kind
        occurredAt
        reason
        unauthorised
        litres
        actor @include(if: $seesActors)
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
        endCursor
      }
    }
  }
`);
