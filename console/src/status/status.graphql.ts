import { graphql } from '../api/generated/gql.ts';

export const ContainerReadingsDocument = graphql(`
  query ContainerReadings($id: ID!) {
    container(id: $id) {
      id
      label
      status {
        id
        level
        heardAt
        isSilent
        readings {
          kind
          level
          value
          at
          isStale
        }
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

export const CreateStatusUpdateDocument = graphql(`
  mutation CreateStatusUpdate($input: CreateStatusUpdateInput!) {
    createStatusUpdate(input: $input) {
      id
      kind
      level
      value
    }
  }
`);
