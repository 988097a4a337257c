import { graphql } from '../api/generated/gql.ts';

export const MayOpenDocument = graphql(`
  query MayOpen($cardId: ID!, $containerId: ID!, $seesWho: Boolean! = false) {
    mayOpen(cardId: $cardId, containerId: $containerId) {
      allowed
      decisive
      reasons {
        rule
        holds
        matters
        via {
          kind
          id
          label
        }
      }
      onLock {
        version
        state
        waitingSince
        askedAt
        failure
      }
    }
    card(id: $cardId) {
      id
      rowId
      displaySerialNumber
      status
      validFrom
      viewerCanUnblock
    }
    cardEvents(first: 1, filter: { cardId: $cardId, kind: card_blocked }) @include(if: $seesWho) {
      nodes {
        id
        occurredAt
        reason
      }
    }
  }
`);

export const CardOnLocksDocument = graphql(`
  query CardOnLocks($id: ID!, $first: Int!) {
    card(id: $id) {
      id
      rowId
      onLocks {
        changedAt
        removing {
          total
          confirmed
        }
        admitting {
          total
          confirmed
        }
        behind(first: $first) {
          containerId
          label
          state
          admits
          since
          heardAt
          isSilent
          failure
        }
      }
    }
  }
`);
