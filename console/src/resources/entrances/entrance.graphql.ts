import { graphql } from '../../api/generated/gql.ts';

export const EntrancesDocument = graphql(`
  query Entrances(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: EntranceFilter
    $sort: [EntranceSort!]
    $asOf: DateTime
    $seesManagers: Boolean! = false
    $seesAccessGroups: Boolean! = false
  ) {
    entrances(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
      nodes {
        id
        rowId
        updatedAt
        addrSc
        label
        apartmentCount
        accessGroup @include(if: $seesAccessGroups) {
          id
          name
        }
        manager @include(if: $seesManagers) {
          id
          name
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

export const EntranceDocument = graphql(`
  query Entrance(
    $id: ID!
    $asOf: DateTime
    $seesOrgs: Boolean! = false
    $seesManagers: Boolean! = false
    $seesTowerBlocks: Boolean! = false
    $seesAccessGroups: Boolean! = false
  ) {
    entrance(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      addrSc
      label
      apartmentCount
      viewerCanUpdate
      viewerCanDelete
      org @include(if: $seesOrgs) {
        id
        name
      }
      towerBlock @include(if: $seesTowerBlocks) {
        id
        label
      }
      accessGroup @include(if: $seesAccessGroups) {
        id
        name
      }
      manager @include(if: $seesManagers) {
        id
        name
      }
    }
  }
`);

export const CreateEntranceDocument = graphql(`
  mutation CreateEntrance($input: CreateEntranceInput!) {
    createEntrance(input: $input) {
      id
    }
  }
`);

export const UpdateEntranceDocument = graphql(`
  mutation UpdateEntrance($id: ID!, $rowId: ID!, $input: UpdateEntranceInput!) {
    updateEntrance(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      addrSc
      label
    }
  }
`);

export const DeleteEntranceDocument = graphql(`
  mutation DeleteEntrance($id: ID!, $rowId: ID!) {
    deleteEntrance(id: $id, rowId: $rowId)
  }
`);

export const EntranceApartmentsDocument = graphql(`
  query EntranceApartments(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: ApartmentFilter
    $sort: [ApartmentSort!]
    $asOf: DateTime
    $seesOccupiers: Boolean! = false
    $seesOccupierKinds: Boolean! = false
    $seesCardCounts: Boolean! = false
  ) {
    apartments(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
      nodes {
        id
        rowId
        updatedAt
        addrAp
        occupierKind @include(if: $seesOccupierKinds)
        occupierName @include(if: $seesOccupiers)
        occupierFirstName @include(if: $seesOccupiers)
        cardCount @include(if: $seesCardCounts)
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
