import { graphql } from '../../../api/generated/gql.ts';

export const PlatformSpotsDocument = graphql(`
  query PlatformSpots($after: String) {
    containerGroups(first: 200, after: $after) {
      nodes {
        id
        label
        lat
        lng
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
