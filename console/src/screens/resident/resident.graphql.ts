import { graphql } from '../../api/generated/gql.ts';

export const OwnApartmentsDocument = graphql(`
  query OwnApartments {
    viewer {
      id
      apartments {
        id
        label
      }
    }
  }
`);

export const OwnCardsDocument = graphql(`
  query OwnCards($id: ID!) {
    apartment(id: $id) {
      id
      apartmentCards {
        id
        active
        createdAt
        card {
          id
          rowId
          kind
          status
          displaySerialNumber
          viewerCanBlock
          araCard {
            id
            rowId
            createdAt
            isOwn
          }
        }
      }
    }
  }
`);

export const OwnUsesDocument = graphql(`
  query OwnUses($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    apartment(id: $id) {
      id
      identityTerms {
        ...IdentityTermsParts
      }
    }
    cardEvents(first: $first, after: $after, last: $last, before: $before, filter: { apartmentId: $id }) {
      nodes {
        id
        kind
        occurredAt
        litres
        serialNumber
        container {
          id
          label
          wasteStream
          containerGroup {
            id
            label
            addrStreet
            addrNr
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const OwnContainersDocument = graphql(`
  query OwnContainers($id: ID!, $mode: AccessMode!, $first: Int, $after: String, $last: Int, $before: String) {
    apartment(id: $id) {
      id
      containerGroups(first: $first, after: $after, last: $last, before: $before, filter: { accessMode: $mode }) {
        nodes {
          id
          label
          accessMode
          addrStreet
          addrNr
          addrBl
          containers(first: 50) {
            nodes {
              id
              label
              wasteStream
              accessMode
              fillLevelPct
              fillWarningPct
              fillErrorPct
              addrStreet
              addrNr
              addrBl
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

export const OwnMayOpenDocument = graphql(`
  query OwnMayOpen($cardId: ID!, $containerId: ID!) {
    mayOpen(cardId: $cardId, containerId: $containerId) {
      allowed
      decisive
      onLock {
        current
      }
    }
  }
`);
