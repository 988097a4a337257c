import { graphql } from '../../api/generated/gql.ts';

export const SpotsAroundDocument = graphql(`
  query SpotsAround($ofGroup: ContainerFilter, $seesGroups: Boolean!, $seesContainers: Boolean!) {
    containerGroups(first: 200) @include(if: $seesGroups) {
      nodes {
        id
        label
        lat
        lng
      }
    }
    containers(first: 200, filter: $ofGroup) @include(if: $seesContainers) {
      nodes {
        id
        label
        lat
        lng
      }
    }
  }
`);
