import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/manager.graphql.ts';

graphql(`
  fragment ManagerRow on Manager {
    entranceCount
  }
`);
