import { graphql } from '../../api/generated/gql.ts';

export const TowerBlocksDocument = graphql(`
  query TowerBlocks(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: TowerBlockFilter
    $sort: [TowerBlockSort!]
    $asOf: DateTime
  ) {
    towerBlocks(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
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
  query TowerBlock($id: ID!, $asOf: DateTime, $seesOrgs: Boolean! = false) {
    towerBlock(id: $id, asOf: $asOf) {
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
