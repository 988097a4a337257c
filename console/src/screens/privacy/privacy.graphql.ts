import { graphql } from '../../api/generated/gql.ts';

export const PrivacyDocumentDocument = graphql(`
  query PrivacyDocument($orgId: ID!) {
    org(id: $orgId) {
      id
      rowId
      name
      addr
    }
    orgSettings(orgId: $orgId) {
      id
      rowId
      updatedAt
      ...OrgSettingsValues
    }
  }
`);
