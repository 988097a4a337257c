import { graphql } from '../api/generated/gql.ts';

export const AccessGroupChoicesDocument = graphql(`
  query AccessGroupChoices($q: String, $id: ID!, $picked: Boolean!) {
    accessGroups(first: 20, filter: { q: $q }) {
      nodes {
        id
        label: name
      }
    }
    accessGroup(id: $id) @include(if: $picked) {
      id
      label: name
    }
  }
`);

export const ApartmentChoicesDocument = graphql(`
  query ApartmentChoices($q: String, $id: ID!, $picked: Boolean!) {
    apartments(first: 20, filter: { q: $q }) {
      nodes {
        id
        label
      }
    }
    apartment(id: $id) @include(if: $picked) {
      id
      label
    }
  }
`);

export const CardChoicesDocument = graphql(`
  query CardChoices($q: String, $id: ID!, $picked: Boolean!) {
    cards(first: 20, filter: { q: $q }) {
      nodes {
        id
        rowId
        label
      }
    }
    card(id: $id) @include(if: $picked) {
      id
      rowId
      label
    }
  }
`);

export const ContainerChoicesDocument = graphql(`
  query ContainerChoices($q: String, $id: ID!, $picked: Boolean!) {
    containers(first: 20, filter: { q: $q }) {
      nodes {
        id
        label
        wasteStream
        addrStreet
        addrNr
        containerGroup {
          id
          label
        }
      }
    }
    container(id: $id) @include(if: $picked) {
      id
      label
      wasteStream
      addrStreet
      addrNr
      containerGroup {
        id
        label
      }
    }
  }
`);

export const ContainerGroupChoicesDocument = graphql(`
  query ContainerGroupChoices($q: String, $id: ID!, $picked: Boolean!) {
    containerGroups(first: 20, filter: { q: $q }) {
      nodes {
        id
        label
      }
    }
    containerGroup(id: $id) @include(if: $picked) {
      id
      label
    }
  }
`);

export const EntranceChoicesDocument = graphql(`
  query EntranceChoices($q: String, $id: ID!, $picked: Boolean!) {
    entrances(first: 20, filter: { q: $q }) {
      nodes {
        id
        label
      }
    }
    entrance(id: $id) @include(if: $picked) {
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

export const ManagerChoicesDocument = graphql(`
  query ManagerChoices($q: String, $id: ID!, $picked: Boolean!) {
    managers(first: 20, filter: { q: $q }) {
      nodes {
        id
        label: name
      }
    }
    manager(id: $id) @include(if: $picked) {
      id
      label: name
    }
  }
`);

export const OrgChoicesDocument = graphql(`
  query OrgChoices($q: String, $id: ID!, $picked: Boolean!) {
    orgs(first: 20, filter: { q: $q }) {
      nodes {
        id
        label: name
      }
    }
    org(id: $id) @include(if: $picked) {
      id
      label: name
    }
  }
`);

export const TowerBlockChoicesDocument = graphql(`
  query TowerBlockChoices($q: String, $id: ID!, $picked: Boolean!) {
    towerBlocks(first: 20, filter: { q: $q }) {
      nodes {
        id
        label
      }
    }
    towerBlock(id: $id) @include(if: $picked) {
      id
      label
    }
  }
`);
