import { graphql } from '../../api/generated/gql.ts';

export const ContainerGroupsDocument = graphql(`
  query ContainerGroups(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: ContainerGroupFilter
    $sort: [ContainerGroupSort!]
    $asOf: DateTime
    $seesOrgs: Boolean! = false
  ) {
    containerGroups(
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
        itemNumber
        name
        accessMode
        addrStreet
        addrNr
        addrBl
        containerCount
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

export const ContainerGroupDocument = graphql(`
  query ContainerGroup($id: ID!, $asOf: DateTime, $seesOrgs: Boolean! = false) {
    containerGroup(id: $id, asOf: $asOf) {
      id
      rowId
      updatedAt
      updatedBy
      label
      itemNumber
      name
      accessMode
      addrStreet
      addrNr
      addrBl
      lat
      lng
      containerCount
      viewerCanUpdate
      viewerCanDelete
      gisNode {
        id
        path
      }
      org @include(if: $seesOrgs) {
        id
        name
      }
    }
  }
`);

export const CreateContainerGroupDocument = graphql(`
  mutation CreateContainerGroup($input: CreateContainerGroupInput!) {
    createContainerGroup(input: $input) {
      id
    }
  }
`);

export const UpdateContainerGroupDocument = graphql(`
  mutation UpdateContainerGroup($id: ID!, $rowId: ID!, $input: UpdateContainerGroupInput!) {
    updateContainerGroup(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      updatedAt
      updatedBy
      label
      itemNumber
      name
      accessMode
      addrStreet
      addrNr
      addrBl
      lat
      lng
      gisNode {
        id
        path
      }
    }
  }
`);

export const DeleteContainerGroupDocument = graphql(`
  mutation DeleteContainerGroup($id: ID!, $rowId: ID!) {
    deleteContainerGroup(id: $id, rowId: $rowId)
  }
`);

export const JoinAccessGroupDocument = graphql(`
  mutation JoinAccessGroup($accessGroupId: ID!, $containerGroupId: ID!) {
    joinContainerGroup(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) {
      id
      rowId
    }
  }
`);

export const LeaveAccessGroupDocument = graphql(`
  mutation LeaveAccessGroup($accessGroupId: ID!, $containerGroupId: ID!) {
    leaveContainerGroup(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) {
      id
      rowId
    }
  }
`);
