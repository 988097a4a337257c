import { graphql } from '../../api/generated/gql.ts';

export const CardsBySerialDocument = graphql(`
  query CardsBySerial($typed: String!) {
    cards(first: 50, filter: { q: $typed }) {
      nodes {
        id
        rowId
        serialNumber
        displaySerialNumber
        status
        apartmentCards {
          id
          active
          apartment {
            id
            label
          }
        }
      }
    }
  }
`);
