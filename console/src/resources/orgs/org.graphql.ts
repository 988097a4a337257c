import { graphql } from '../../api/generated/gql.ts';

export const OrgsDocument = graphql(`
  query Orgs(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: OrgFilter
    $sort: [OrgSort!]
    $asOf: DateTime
  ) {
    orgs(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
      nodes {
        id
        rowId
        updatedAt
        name
        addr
        enabled
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      totalCount
    }
  }
`);

export const OrgDocument = graphql(`
  query Org($id: ID!, $asOf: DateTime, $seesGateways: Boolean! = false) {
    org(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      name
      addr
      enabled
      timeZone
      viewerCanUpdate
      viewerCanDelete
      gateways @include(if: $seesGateways)
    }
  }
`);

export const CreateOrgDocument = graphql(`
  mutation CreateOrg($input: CreateOrgInput!) {
    createOrg(input: $input) {
      id
    }
  }
`);

export const UpdateOrgDocument = graphql(`
  mutation UpdateOrg($id: ID!, $rowId: ID!, $input: UpdateOrgInput!) {
    updateOrg(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      name
      addr
      enabled
      timeZone
    }
  }
`);

export const DeleteOrgDocument = graphql(`
  mutation DeleteOrg($id: ID!, $rowId: ID!) {
    deleteOrg(id: $id, rowId: $rowId)
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
