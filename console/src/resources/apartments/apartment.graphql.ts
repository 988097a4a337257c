import { graphql } from '../../api/generated/gql.ts';

export const ApartmentDocument = graphql(`
  query Apartment(
    $id: ID!
    $asOf: DateTime
    $seesOrgs: Boolean! = false
    $seesTowerBlocks: Boolean! = false
    $seesOccupiers: Boolean! = false
    $seesOccupierKinds: Boolean! = false
    $seesCards: Boolean! = false
    $seesApartmentOrgs: Boolean! = false
  ) {
    apartment(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      addrAp
      label
      viewerCanUpdate
      viewerCanUpdateOccupier
      viewerCanDelete
      viewerCanReveal
      viewerCanErase
      occupierKind @include(if: $seesOccupierKinds)
      occupierName @include(if: $seesOccupiers)
      occupierFirstName @include(if: $seesOccupiers)
      occupierIdNumber @include(if: $seesOccupiers)
      org @include(if: $seesOrgs) {
        id
        name
      }
      entrance {
        id
        label
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
  }
`);

export const CreateApartmentDocument = graphql(`
  mutation CreateApartment($input: CreateApartmentInput!) {
    createApartment(input: $input) {
      id
    }
  }
`);

export const UpdateApartmentDocument = graphql(`
  mutation UpdateApartment($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
    updateApartment(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
    }
  }
`);

export const DeleteApartmentDocument = graphql(`
  mutation DeleteApartment($id: ID!, $rowId: ID!) {
    deleteApartment(id: $id, rowId: $rowId)
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
