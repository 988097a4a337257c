import { graphql } from '../../api/generated/gql.ts';

export const TowerBlocksDocument = graphql(`
  query TowerBlocks(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: TowerBlockFilter
    $sort: [TowerBlockSort!]
  ) {
    towerBlocks(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
      nodes {
        id
        rowId
        updatedAt
        label
        addrStreet
        addrNr
        addrBl
        locality
        entranceCount
        apartmentCount
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

export const TowerBlockDocument = graphql(`
  query TowerBlock($id: ID!, $seesOrgs: Boolean! = false) {
    towerBlock(id: $id) {
      id
      rowId
      updatedAt
      updatedBy
      label
      addrStreet
      addrNr
      addrBl
      locality
      county
      gisNode {
        id
        path
      }
      lat
      lng
      entranceCount
      apartmentCount
      org @include(if: $seesOrgs) {
        id
        name
      }
    }
  }
`);
