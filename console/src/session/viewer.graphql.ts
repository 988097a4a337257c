import { graphql } from '../api/generated/gql.ts';

export const ViewerDocument = graphql(`
  query Viewer {
    viewer {
      id
      name
      email
      roles
      permissions
      timeZone
      orgs {
        id
        name
      }
      managers {
        id
        name
      }
      disabledOrgs {
        id
        name
      }
    }
  }
`);
