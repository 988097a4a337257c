import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/access-group.graphql.ts';

graphql(`
  fragment AccessGroupRow on AccessGroup {
    label
    entranceCount
    containerGroupCount
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
