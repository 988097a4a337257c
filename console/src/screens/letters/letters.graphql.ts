import { graphql } from '../../api/generated/gql.ts';

/** The apartments behind an entrance, or one of them, with the codes by which they can be claimed now. */
export const LettersDocument = graphql(`
  query Letters($id: ID!, $apartmentId: ID!, $single: Boolean!, $after: String) {
    entrance(id: $id) {
      id
      label
      addrSc
      accessGroup {
        id
        containerGroups(first: 20) {
          nodes {
            id
            containers(first: 20) {
              nodes {
                id
                wasteStream
              }
            }
          }
        }
      }
    }
    apartment(id: $apartmentId) @include(if: $single) {
      id
      label
      liveClaimCode {
        id
        code
        expiresAt
      }
    }
    apartments(
      first: 200
      after: $after
      filter: { entranceId: $id }
      sort: [{ field: addr_ap, direction: asc }, { field: id, direction: asc }]
    ) @skip(if: $single) {
      nodes {
        id
        label
        liveClaimCode {
          id
          code
          expiresAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
