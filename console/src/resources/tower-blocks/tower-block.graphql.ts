import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/tower-block.graphql.ts';

graphql(`
  fragment TowerBlockRow on TowerBlock {
    label
    entranceCount
    apartmentCount
  }
`);
