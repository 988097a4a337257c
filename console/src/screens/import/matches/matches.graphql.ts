import { graphql } from '../../../api/generated/gql.ts';

export const ImportMatchesDocument = graphql(`
  query ImportMatches($id: ID!, $outcome: ImportMatchOutcome!, $first: Int!, $after: String) {
    importJob(id: $id) {
      id
      matches(first: $first, after: $after, outcome: $outcome) {
        nodes {
          rowNumber
          county
          locality
          addrStreet
          addrNr
          addrBl
          outcome
          reason
          score
          decision
          towerBlock {
            id
            county
            locality
            addrStreet
            addrNr
            addrBl
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
