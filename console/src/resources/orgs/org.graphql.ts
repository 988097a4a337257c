import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/org.graphql.ts';

graphql(`
  fragment OrgRecord on Org {
    gateways @include(if: $seesGateways)
  }
`);
