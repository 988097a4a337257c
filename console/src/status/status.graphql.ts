import { graphql } from '../api/generated/gql.ts';

graphql(`
  fragment StatusParts on ContainerStatus {
    id
    level
    since
    isSilent
    heardAt
    readings {
      kind
      level
      value
      at
      since
      isStale
    }
  }
`);

export const ContainerReadingsDocument = graphql(`
  query ContainerReadings($id: ID!) {
    container(id: $id) {
      id
      label
      status {
        ...StatusParts
      }
    }
  }
`);

export const StatusUpdatesDocument = graphql(`
  query StatusUpdates($filter: StatusUpdateFilter!, $first: Int!, $after: String) {
    statusUpdates(first: $first, after: $after, filter: $filter) {
      nodes {
        id
        kind
        level
        value
        note
        actor
        occurredAt
        clockCorrected
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
