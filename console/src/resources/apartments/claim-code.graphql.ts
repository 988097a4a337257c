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

export const CreateClaimCodeDocument = graphql(`
  mutation CreateClaimCode($apartmentId: ID!) {
    createClaimCode(apartmentId: $apartmentId) {
      id
    }
  }
`);

export const RevokeClaimCodeDocument = graphql(`
  mutation RevokeClaimCode($id: ID!, $rowId: ID!) {
    revokeClaimCode(id: $id, rowId: $rowId) {
      id
    }
  }
`);
