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
