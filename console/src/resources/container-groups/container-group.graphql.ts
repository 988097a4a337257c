import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/container-group.graphql.ts';

graphql(`
  fragment ContainerGroupRow on ContainerGroup {
    label
    containerCount
    org @include(if: $seesOrgs) {
      id
      name
    }
  }
`);

graphql(`
  fragment ContainerGroupRecord on ContainerGroup {
    label
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
