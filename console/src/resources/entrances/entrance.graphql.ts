import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/entrance.graphql.ts';

graphql(`
  fragment EntranceRow on Entrance {
    label
    apartmentCount
  }
`);
