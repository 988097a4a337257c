import { graphql } from '../../api/generated/gql.ts';

export const SearchDocument = graphql(`
  query Search($text: String!) {
    search(text: $text, first: 21) {
      kind
      id
      label
      description
    }
  }
`);
