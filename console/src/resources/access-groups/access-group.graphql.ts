import { graphql } from '../../api/generated/gql.ts';

export const AccessGroupsDocument = graphql(`
  query AccessGroups(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: AccessGroupFilter
    $sort: [AccessGroupSort!]
    $asOf: DateTime
    $seesOrgs: Boolean! = false
  ) {
    accessGroups(
      first: $first
      after: $after
      last: $last
      before: $before
      filter: $filter
      sort: $sort
      asOf: $asOf
    ) {
      nodes {
        id
        rowId
        updatedAt
        label
        name
        accessMode
        entranceCount
        containerGroupCount
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

export const AccessGroupDocument = graphql(`
  query AccessGroup($id: ID!, $asOf: DateTime, $seesOrgs: Boolean! = false) {
    accessGroup(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      label
      name
      accessMode
      entranceCount
      containerGroupCount
      viewerCanUpdate
      viewerCanDelete
      org @include(if: $seesOrgs) {
        id
        name
      }
    }
  }
`);

export const CreateAccessGroupDocument = graphql(`
  mutation CreateAccessGroup($input: CreateAccessGroupInput!) {
    createAccessGroup(input: $input) {
      id
    }
  }
`);

export const UpdateAccessGroupDocument = graphql(`
  mutation UpdateAccessGroup($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
    updateAccessGroup(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      label
      name
      accessMode
    }
  }
`);

export const DeleteAccessGroupDocument = graphql(`
  mutation DeleteAccessGroup($id: ID!, $rowId: ID!) {
    deleteAccessGroup(id: $id, rowId: $rowId)
  }
`);

export const JoinContainerGroupDocument = graphql(`
  mutation JoinContainerGroup($accessGroupId: ID!, $containerGroupId: ID!) {
    joinContainerGroup(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) {
      id
      rowId
    }
  }
`);

export const LeaveContainerGroupDocument = graphql(`
  mutation LeaveContainerGroup($accessGroupId: ID!, $containerGroupId: ID!) {
    leaveContainerGroup(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) {
      id
      rowId
    }
  }
`);
