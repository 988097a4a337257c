export const Create = /* GraphQL */ `
  mutation ($input: CreateEntranceInput!) {
    createEntrance(input: $input) {
      id
      rowId
      addrSc
      label
      updatedBy
      accessGroup {
        name
      }
      manager {
        name
      }
    }
  }
`;
export const Update = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $input: UpdateEntranceInput!) {
    updateEntrance(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      addrSc
      accessGroup {
        id
      }
      manager {
        id
      }
    }
  }
`;
export const Delete = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    deleteEntrance(id: $id, rowId: $rowId)
  }
`;
export const One = /* GraphQL */ `
  query ($id: ID!, $asOf: DateTime) {
    entrance(id: $id, asOf: $asOf) {
      id
      rowId
      addrSc
      apartmentCount
      viewerCanUpdate
      towerBlock {
        label
      }
    }
  }
`;
export const List = /* GraphQL */ `
  query ($first: Int, $after: String, $last: Int, $before: String, $filter: EntranceFilter, $sort: [EntranceSort!]) {
    entrances(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
      totalCount
      nodes {
        id
        addrSc
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`;
export const History = /* GraphQL */ `
  query ($id: ID!) {
    history(kind: "entrance", id: $id) {
      totalCount
      nodes {
        change
        updatedBy
        deletedBy
        fields {
          name
          oldValue
          newValue
          newLabel
        }
      }
    }
  }
`;
