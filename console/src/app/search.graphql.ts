import { graphql } from '../api/generated/gql.ts';

export const SearchDocument = graphql(`
  query Search($q: String!, $seesTowerBlocks: Boolean! = false, $seesCards: Boolean! = false) {
    towerBlocks(first: 6, filter: { q: $q }) @include(if: $seesTowerBlocks) {
      nodes {
        id
        label
        locality
      }
    }
    cards(first: 4, filter: { q: $q }) @include(if: $seesCards) {
      nodes {
        id
        rowId
        displaySerialNumber
      }
    }
    entrances(first: 6, filter: { q: $q }) {
      nodes {
        id
        label
      }
    }
  }
`);
