import { graphql } from '../../api/generated/gql.ts';

export const HandoverDocument = graphql(`
  query Handover($id: ID!, $after: String, $seesOccupiers: Boolean! = false) {
    entrance(id: $id) {
      id
      label
      apartments(first: 200, after: $after) {
        nodes {
          id
          addrAp
          label
          viewerCanUpdateOccupier
          occupierKind
          occupierName @include(if: $seesOccupiers)
          occupierFirstName @include(if: $seesOccupiers)
          occupierIdNumber @include(if: $seesOccupiers)
          apartmentCards {
            id
            rowId
            active
            createdAt
            card {
              id
              rowId
              displaySerialNumber
              status
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
