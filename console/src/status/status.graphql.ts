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
      rowId
      label
      status {
        ...StatusParts
      }
    }
  }
`);

export const ContainerSpotDocument = graphql(`
  query ContainerSpot($id: ID!) {
    container(id: $id) {
      id
      label
      lat
      lng
      containerGroup {
        id
        label
        lat
        lng
      }
    }
  }
`);

graphql(`
  fragment HistoryParts on ReadingHistory {
    readings {
      at
      pct
    }
    emptyings
    warningPct
    errorPct
  }
`);

export const ReadingHistoriesDocument = graphql(`
  query ReadingHistories($id: ID!, $days: Int!) {
    container(id: $id) {
      id
      label
      fill: readingHistory(kind: fill_level_pct, days: $days) {
        ...HistoryParts
      }
      battery: readingHistory(kind: battery_life_pct, days: $days) {
        ...HistoryParts
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
