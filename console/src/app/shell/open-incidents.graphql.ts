import { graphql } from '../../api/generated/gql.ts';

export const OpenIncidentsDocument = graphql(`
  query OpenIncidents {
    incidents(first: 1, filter: { state: open }) {
      totalCount
    }
  }
`);
