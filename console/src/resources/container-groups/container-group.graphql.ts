import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/container-group.graphql.ts';

graphql(`
  fragment ContainerGroupRow on ContainerGroup {
    label
    containerCount
  }
`);
