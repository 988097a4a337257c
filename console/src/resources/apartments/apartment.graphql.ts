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

export const RegisterCardDocument = graphql(`
  mutation RegisterCard($input: CreateCardInput!) {
    createCard(input: $input) {
      id
      rowId
    }
  }
`);

export const AssignCardDocument = graphql(`
  mutation AssignCard($apartmentId: ID!, $cardId: ID!) {
    assignCard(apartmentId: $apartmentId, cardId: $cardId) {
      id
      rowId
    }
  }
`);

export const UnassignCardDocument = graphql(`
  mutation UnassignCard($id: ID!, $rowId: ID!) {
    unassignCard(id: $id, rowId: $rowId) {
      id
      rowId
    }
  }
`);

export const AddApartmentOrgDocument = graphql(`
  mutation AddApartmentOrg($apartmentId: ID!, $orgId: ID!) {
    addApartmentOrg(apartmentId: $apartmentId, orgId: $orgId) {
      id
    }
  }
`);

export const RemoveApartmentOrgDocument = graphql(`
  mutation RemoveApartmentOrg($id: ID!, $rowId: ID!) {
    removeApartmentOrg(id: $id, rowId: $rowId)
  }
`);

export const RevealIdNumberDocument = graphql(`
  mutation RevealIdNumber($apartmentId: ID!, $purpose: String!) {
    revealOccupierIdNumber(apartmentId: $apartmentId, purpose: $purpose)
  }
`);

export const EraseOccupierDocument = graphql(`
  mutation EraseOccupier($id: ID!, $rowId: ID!, $purpose: String!, $formerOnly: Boolean!) {
    eraseOccupier(id: $id, rowId: $rowId, purpose: $purpose, formerOnly: $formerOnly)
  }
`);
