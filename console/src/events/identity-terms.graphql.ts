import { graphql } from '../api/generated/gql.ts';

graphql(`
  fragment IdentityTermsParts on IdentityTerms {
    days
    payByUse
    purpose
    legalBasis
  }
`);

export const ApartmentIdentityTermsDocument = graphql(`
  query ApartmentIdentityTerms($id: ID!) {
    record: apartment(id: $id) {
      id
      identityTerms {
        ...IdentityTermsParts
      }
    }
  }
`);

export const CardIdentityTermsDocument = graphql(`
  query CardIdentityTerms($id: ID!) {
    record: card(id: $id) {
      id
      rowId
      identityTerms {
        ...IdentityTermsParts
      }
    }
  }
`);
