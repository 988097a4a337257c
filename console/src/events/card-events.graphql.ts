import { graphql } from '../api/generated/gql.ts';

/** Whose event it was, as far as the viewer may learn it, and where. */
graphql(`
  fragment CardEventParties on CardEvent {
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
`);

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
        ...CardEventParties
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    cardEventsFrom
  }
`);
