import { graphql } from '../../api/generated/gql.ts';

export const ApartmentClaimCodesDocument = graphql(`
  query ApartmentClaimCodes($id: ID!) {
    apartment(id: $id) {
      id
      claimCodes {
        id
        rowId
        code
        state
        createdAt
        expiresAt
        updatedAt
        viewerCanRevoke
      }
    }
  }
`);
