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

export const CountCardsDocument = graphql(`
  query CountCards($filter: CardFilter) {
    cards(first: 1, filter: $filter) {
      totalCount
    }
  }
`);
