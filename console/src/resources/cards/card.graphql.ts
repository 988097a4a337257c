import { graphql } from '../../api/generated/gql.ts';

export const CardsDocument = graphql(`
  query Cards(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: CardFilter
    $sort: [CardSort!]
    $asOf: DateTime
  ) {
    cards(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
      nodes {
        id
        rowId
        updatedAt
        displaySerialNumber
        serialNumber
        kind
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
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      totalCount
    }
  }
`);

export const CardDocument = graphql(`
  query Card($id: ID!, $asOf: DateTime, $seesOrgs: Boolean! = false) {
    card(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      displaySerialNumber
      serialNumber
      kind
      status
      viewerCanBlock
      viewerCanUnblock
      viewerCanErase
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
    }
  }
`);

export const CreateCardDocument = graphql(`
  mutation CreateCard($input: CreateCardInput!) {
    createCard(input: $input) {
      id
      rowId
    }
  }
`);

export const BlockCardDocument = graphql(`
  mutation BlockCard($id: ID!, $rowId: ID!, $reason: String) {
    blockCard(id: $id, rowId: $rowId, reason: $reason) {
      id
      rowId
    }
  }
`);

export const UnblockCardDocument = graphql(`
  mutation UnblockCard($id: ID!, $rowId: ID!, $reason: String) {
    unblockCard(id: $id, rowId: $rowId, reason: $reason) {
      id
      rowId
    }
  }
`);

export const EraseCardDocument = graphql(`
  mutation EraseCard($id: ID!, $rowId: ID!, $reason: String) {
    eraseCard(id: $id, rowId: $rowId, reason: $reason) {
      id
      rowId
    }
  }
`);

export const CardOpensDocument = graphql(`
  query CardOpens($apartmentId: ID!) {
    apartment(id: $apartmentId) {
      id
      containerGroups(first: 50) {
        nodes {
          id
          label
          accessMode
          containerCount
        }
      }
    }
  }
`);
