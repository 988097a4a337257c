import { graphql } from '../api/generated/gql.ts';

export const CardEventGapsDocument = graphql(`
  query CardEventGaps($containerId: ID!, $first: Int!) {
    cardEventGaps(containerId: $containerId, first: $first) {
      missing
      count
      gaps {
        bootNumber
        first
        last
      }
    }
  }
`);

export const CardEventsSetAsideDocument = graphql(`
  query CardEventsSetAside($containerId: ID!, $first: Int!, $after: String, $seesWho: Boolean! = false) {
    cardEventsSetAside(containerId: $containerId, first: $first, after: $after) {
      nodes {
        id
        bootNumber
        eventNumber
        kind
        deviceAt
        receivedAt
        keptKind
        keptDeviceAt
        serialNumber @include(if: $seesWho)
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
