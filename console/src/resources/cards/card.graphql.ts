import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/card.graphql.ts';

graphql(`
  fragment CardRow on Card {
    apartmentCards {
      id
      active
      apartment {
        id
        label
      }
    }
  }
`);

export const CardDocument = graphql(`
  query Card(
    $id: ID!
    $asOf: DateTime
    $seesOrgs: Boolean! = false
    $seesWho: Boolean! = false
    $seesHolders: Boolean! = false
  ) {
    card(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      displaySerialNumber
      serialNumber
      kind
      status
      deliveryNote
      supplier
      viewerCanBlock
      viewerCanUnblock
      viewerCanErase
      viewerCanAssign
      validFrom
      org @include(if: $seesOrgs) {
        id
        name
      }
      apartmentCards {
        id
        rowId
        active
        createdAt
        endedAt
        apartment {
          id
          label
        }
      }
      araCard {
        id
        rowId
        createdAt
        holder @include(if: $seesHolders)
      }
    }
    cardEvents(first: 1, filter: { cardId: $id, kind: card_blocked }) @include(if: $seesWho) {
      nodes {
        id
        occurredAt
        reason
      }
    }
  }
`);

export const CardOpensDocument = graphql(`
  query CardOpens($apartmentId: ID!, $after: String) {
    apartment(id: $apartmentId) {
      id
      containerGroups(first: 50, after: $after) {
        nodes {
          id
          label
          accessMode
          containerCount
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
