import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/org.graphql.ts';

graphql(`
  fragment OrgRecord on Org {
    gateways @include(if: $seesGateways)
  }
`);

export const OrgMembersDocument = graphql(`
  query OrgMembers($id: ID!, $q: String, $after: String) {
    record: org(id: $id) {
      id
      members(first: 25, after: $after, filter: { q: $q }) {
        nodes {
          id
          email
          name
          invited
          lastSeenAt
        }
        pageInfo {
          hasNextPage
          endCursor
        }
        totalCount
      }
    }
  }
`);

export const OrgNameDocument = graphql(`
  query OrgName($id: ID!) {
    record: org(id: $id) {
      id
      name
      viewerCanUpdate
    }
  }
`);

export const AddOrgMemberDocument = graphql(`
  mutation AddOrgMember($id: ID!, $email: String!, $role: MemberRole, $locale: MemberLocale) {
    addOrgMember(orgId: $id, email: $email, role: $role, locale: $locale) {
      id
    }
  }
`);

export const RemoveOrgMemberDocument = graphql(`
  mutation RemoveOrgMember($id: ID!, $memberId: ID!) {
    removeOrgMember(orgId: $id, memberId: $memberId) {
      id
    }
  }
`);

export const BindGatewayDocument = graphql(`
  mutation BindGateway($id: ID!, $clientId: String!) {
    bindGateway(orgId: $id, clientId: $clientId) {
      id
      gateways
    }
  }
`);

export const UnbindGatewayDocument = graphql(`
  mutation UnbindGateway($id: ID!, $clientId: String!) {
    unbindGateway(orgId: $id, clientId: $clientId) {
      id
      gateways
    }
  }
`);
