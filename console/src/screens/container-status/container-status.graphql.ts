import { graphql } from '../../api/generated/gql.ts';

export const ContainerStatusesDocument = graphql(`
  query ContainerStatuses($first: Int, $after: String, $last: Int, $before: String, $filter: ContainerStatusFilter) {
    containerStatuses(
      first: $first
      after: $after
      last: $last
      before: $before
      filter: $filter
      sort: [{ field: level, direction: desc }, { field: serial_number, direction: asc }]
    ) {
      nodes {
        ...StatusParts
        container {
          id
          rowId
          label
          wasteStream
          addrStreet
          addrNr
          fillWarningPct
          fillErrorPct
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

export const ContainerStatusPointsDocument = graphql(`
  query ContainerStatusPoints($filter: ContainerStatusFilter) {
    containerStatusPoints(filter: $filter) {
      id
      label
      latitude
      longitude
      level
      isSilent
    }
  }
`);

export const ContainerStatusCountsDocument = graphql(`
  query ContainerStatusCounts($filter: ContainerStatusFilter) {
    containerStatusCounts(filter: $filter) {
      total
      error
      warning
      info
      ok
      unknown
      silent
    }
  }
`);

export const ContainerStatusChangedDocument = graphql(`
  subscription ContainerStatusChanged {
    containerStatusChanged {
      ...StatusParts
    }
  }
`);
