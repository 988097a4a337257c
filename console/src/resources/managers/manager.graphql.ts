import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/manager.graphql.ts';

graphql(`
  fragment ManagerRow on Manager {
    entranceCount
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
