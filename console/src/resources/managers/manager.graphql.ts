import { graphql } from '../../api/generated/gql.ts';

export const ManagersDocument = graphql(`
  query Managers(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: ManagerFilter
    $sort: [ManagerSort!]
    $asOf: DateTime
    $seesOrgs: Boolean! = false
  ) {
    managers(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, asOf: $asOf) {
      nodes {
        id
        rowId
        updatedAt
        name
        entranceCount
        org @include(if: $seesOrgs) {
          id
          name
        }
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

export const ManagerDocument = graphql(`
  query Manager($id: ID!, $asOf: DateTime, $seesOrgs: Boolean! = false) {
    manager(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      name
      entranceCount
      viewerCanUpdate
      viewerCanDelete
      org @include(if: $seesOrgs) {
        id
        name
      }
    }
  }
`);

export const CreateManagerDocument = graphql(`
  mutation CreateManager($input: CreateManagerInput!) {
    createManager(input: $input) {
      id
    }
  }
`);

export const UpdateManagerDocument = graphql(`
  mutation UpdateManager($id: ID!, $rowId: ID!, $input: UpdateManagerInput!) {
    updateManager(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      name
    }
  }
`);

export const DeleteManagerDocument = graphql(`
  mutation DeleteManager($id: ID!, $rowId: ID!) {
    deleteManager(id: $id, rowId: $rowId)
  }
`);

export const ManagerMembersDocument = graphql(`
  query ManagerMembers($id: ID!, $q: String, $after: String) {
    record: manager(id: $id) {
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

export const ManagerNameDocument = graphql(`
  query ManagerName($id: ID!) {
    record: manager(id: $id) {
      id
      name
      viewerCanUpdate
    }
  }
`);

export const AddManagerMemberDocument = graphql(`
  mutation AddManagerMember($id: ID!, $email: String!, $locale: MemberLocale) {
    addManagerMember(managerId: $id, email: $email, locale: $locale) {
      id
    }
  }
`);

export const RemoveManagerMemberDocument = graphql(`
  mutation RemoveManagerMember($id: ID!, $memberId: ID!) {
    removeManagerMember(managerId: $id, memberId: $memberId) {
      id
    }
  }
`);
