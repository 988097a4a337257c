import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/container-group.graphql.ts';

graphql(`
  fragment ContainerGroupRow on ContainerGroup {
    label
    containerCount
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
