import { graphql } from '../../../api/generated/gql.ts';

/** What a figure of a report counts. */
export const ReportRecordsDocument = graphql(`
  query ReportRecords(
    $name: String!
    $input: ReportInput!
    $cell: [ReportCell!]!
    $metric: ReportMetric!
    $first: Int!
    $after: String
    $seesWho: Boolean! = false
    $seesCards: Boolean! = false
  ) {
    reportRecords(name: $name, input: $input, cell: $cell, metric: $metric, first: $first, after: $after) {
      recordCount
      withheldCount
      cursor
      freshAsOf
      labels {
        grouping
        value
        text
      }
      records {
        at
        cardEvent {
          id
          kind
          occurredAt
          litres
          ...CardEventParties
        }
        apartment {
          id
          label
        }
        containerGroup {
          id
          label
        }
        container {
          id
          label
        }
        card @include(if: $seesCards) {
          id
          rowId
          label
        }
      }
    }
  }
`);
