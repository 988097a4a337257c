import { graphql } from '../../../api/generated/gql.ts';

graphql(`
  fragment ProblemParts on ContainerStatus {
    ...StatusParts
    container {
      id
      rowId
      label
      wasteStream
      addrStreet
      addrNr
      containerGroup {
        id
        label
        addrStreet
        addrNr
      }
    }
  }
`);

export const ContainerProblemsDocument = graphql(`
  query ContainerProblems($first: Int!) {
    errors: containerStatuses(
      first: $first
      filter: { level: error }
      sort: [{ field: since, direction: asc }, { field: serial_number, direction: asc }]
    ) {
      nodes {
        ...ProblemParts
      }
    }
    warnings: containerStatuses(
      first: $first
      filter: { level: warning }
      sort: [{ field: since, direction: asc }, { field: serial_number, direction: asc }]
    ) {
      nodes {
        ...ProblemParts
      }
    }
  }
`);
