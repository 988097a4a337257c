import { graphql } from '../../api/generated/gql.ts';

export const CardsBySerialDocument = graphql(`
  query CardsBySerial($typed: String!) {
    cards(first: 50, filter: { q: $typed }) {
      nodes {
        id
        rowId
        serialNumber
        displaySerialNumber
        status
        apartmentCards {
          id
          active
          apartment {
            id
            label
          }
        }
      }
    }
  }
`);

export const RecordCardEventsDocument = graphql(`
  mutation RecordCardEvents($events: [CardEventInput!]!) {
    recordCardEvents(events: $events) {
      results {
        index
        outcome
        reason
      }
      completeUpTo {
        containerId
        bootNumber
        number
      }
    }
  }
`);

export const RecordStatusUpdatesDocument = graphql(`
  mutation RecordStatusUpdates($updates: [StatusUpdateInput!]!) {
    recordStatusUpdates(updates: $updates) {
      results {
        index
        outcome
        reason
      }
      completeUpTo {
        containerId
        bootNumber
        number
      }
    }
  }
`);

/** Some containers and cards, for random data. */
export const KnownToLocksDocument = graphql(`
  query KnownToLocks($seesCards: Boolean!) {
    containers(first: 100) {
      nodes {
        id
      }
    }
    cards(first: 100, filter: { status: normal }) @include(if: $seesCards) {
      nodes {
        id
        rowId
        serialNumber
      }
    }
  }
`);

export const CardsToSyncDocument = graphql(`
  query CardsToSync($containerId: ID!, $after: String, $first: Int!) {
    cardsToSync(containerId: $containerId, after: $after, first: $first) {
      mode
      cards {
        serialNumber
        action
      }
      version
      hasMore
      checksum
    }
  }
`);

export const AcknowledgeSyncDocument = graphql(`
  mutation AcknowledgeSync(
    $containerId: ID!
    $version: String!
    $checksum: String!
    $count: Int!
    $outcome: SyncOutcome!
  ) {
    acknowledgeSync(containerId: $containerId, version: $version, checksum: $checksum, count: $count, outcome: $outcome)
  }
`);
