import { graphql } from '../../api/generated/gql.ts';

export const CountTowerBlocksDocument = graphql(`
  query CountTowerBlocks {
    towerBlocks(first: 1) {
      totalCount
    }
  }
`);

export const CountEntrancesDocument = graphql(`
  query CountEntrances($filter: EntranceFilter) {
    entrances(first: 1, filter: $filter) {
      totalCount
    }
  }
`);
