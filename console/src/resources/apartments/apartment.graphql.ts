import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/apartment.graphql.ts';

graphql(`
  fragment ApartmentRow on Apartment {
    cardCount @include(if: $seesCardCounts)
  }
`);

graphql(`
  fragment ApartmentRecord on Apartment {
    viewerCanUpdateOccupier
    viewerCanReveal
    viewerCanErase
    entrance {
      addrSc
      towerBlock @include(if: $seesTowerBlocks) {
        id
        label
      }
    }
    apartmentOrgs @include(if: $seesApartmentOrgs) {
      id
      rowId
      label
      validFrom
      viewerCanRemove
    }
    apartmentCards @include(if: $seesCards) {
      id
      rowId
      active
      createdAt
      viewerCanUnassign
      card {
        id
        rowId
        displaySerialNumber
        kind
        status
        araCard {
          id
          rowId
          holder @include(if: $seesHolders)
        }
      }
    }
  }
`);

export const FindCardsDocument = graphql(`
  query FindCards($q: String!) {
    cards(first: 6, filter: { q: $q }) {
      nodes {
        id
        rowId
        displaySerialNumber
        serialNumber
        kind
        status
        viewerCanAssign
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
