import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/access-group.graphql.ts';

graphql(`
  fragment AccessGroupRow on AccessGroup {
    label
    entranceCount
    containerGroupCount
  }
`);
