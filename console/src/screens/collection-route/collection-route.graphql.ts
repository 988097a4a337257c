import { graphql } from '../../api/generated/gql.ts';

export const RouteContainersDocument = graphql(`
  query RouteContainers($filter: ContainerStatusFilter!, $first: Int!) {
    containerStatuses(
      first: $first
      filter: $filter
      sort: [{ field: fill_level_pct, direction: desc }, { field: serial_number, direction: asc }]
    ) {
      nodes {
        ...StatusParts
        container {
          id
          label
          wasteStream
          addrStreet
          addrNr
        }
      }
    }
  }
`);

export const RouteSpotsDocument = graphql(`
  query RouteSpots($filter: ContainerStatusFilter!) {
    containerStatusPoints(filter: $filter) {
      id
      latitude
      longitude
    }
  }
`);
