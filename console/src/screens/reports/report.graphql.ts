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
      completeness
      heardContainersPct
      arrivedReportsPct
      labels {
        grouping
        value
        text
      }
    }
  }
`);

/** The rows and the totals of another period, to compare with. */
export const ComparedDocument = graphql(`
  query ComparedReport($name: String!, $rows: ReportInput!, $totals: ReportInput!) {
    rows: report(name: $name, input: $rows) {
      columns {
        key
        type
        grouping
        metric
      }
      rows
    }
    totals: report(name: $name, input: $totals) {
      totals
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
