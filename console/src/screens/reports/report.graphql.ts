import { graphql } from '../../api/generated/gql.ts';

export const ReportsDocument = graphql(`
  query Reports {
    reports {
      name
      countsEvents
      metrics
      groupings
      startsWith
      filters {
        field
        type
      }
    }
  }
`);

export const ReportDocument = graphql(`
  query Report($name: String!, $input: ReportInput!) {
    report(name: $name, input: $input) {
      columns {
        key
        type
        grouping
        metric
      }
      rows
      totals
      cursor
      rowCount
      freshAsOf
      labels {
        grouping
        value
        text
      }
    }
  }
`);

export const CreateExportDocument = graphql(`
  mutation CreateExport($input: ExportInput!) {
    createExport(input: $input) {
      url
      fileName
    }
  }
`);
