import { graphql } from '../api/generated/gql.ts';

/** What tells a container from others of a similar name. */
graphql(`
  fragment ContainerChoice on Container {
    wasteStream
    addrStreet
    addrNr
    containerGroup {
      id
      label
    }
  }
`);

export const GisNodeChoicesDocument = graphql(`
  query GisNodeChoices($q: String, $id: ID!, $picked: Boolean!) {
    gisNodes(first: 20, filter: { q: $q }) {
      nodes {
        id
        label: path
      }
    }
    gisNode(id: $id) @include(if: $picked) {
      id
      label: path
    }
  }
`);
