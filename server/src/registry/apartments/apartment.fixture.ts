export const Create = /* GraphQL */ `
  mutation ($input: CreateApartmentInput!) {
    createApartment(input: $input) {
      id
      rowId
      addrAp
      label
      occupierKind
      occupierName
      occupierFirstName
      occupierIdNumber
      cardCount
    }
  }
`;
export const Update = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
    updateApartment(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      addrAp
      occupierKind
      occupierName
      occupierIdNumber
    }
  }
`;
export const Delete = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    deleteApartment(id: $id, rowId: $rowId)
  }
`;
export const Address = /* GraphQL */ `
  query ($id: ID!) {
    apartment(id: $id) {
      id
      addrAp
      label
      viewerCanUpdate
      viewerCanUpdateOccupier
    }
  }
`;
export const Occupier = /* GraphQL */ `
  query ($id: ID!) {
    apartment(id: $id) {
      id
      occupierKind
      occupierName
      occupierIdNumber
    }
  }
`;
export const List = /* GraphQL */ `
  query ($filter: ApartmentFilter, $sort: [ApartmentSort!]) {
    apartments(filter: $filter, sort: $sort) {
      totalCount
      nodes {
        id
        addrAp
      }
    }
  }
`;
