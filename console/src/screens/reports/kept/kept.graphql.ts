import { graphql } from '../../../api/generated/gql.ts';

export const KeepReportDocument = graphql(`
  mutation KeepReport($name: String!, $input: ReportInput!, $title: String!) {
    keepReport(name: $name, input: $input, title: $title) {
      id
    }
  }
`);

export const KeptReportsDocument = graphql(`
  query KeptReports($after: String) {
    keptReports(first: 20, after: $after) {
      totalCount
      nodes {
        id
        report
        title
        keptAt
        keptBy
        rowCount
        completeness
        hash
        forgottenAt
        viewerCanDelete
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ExportKeptReportDocument = graphql(`
  mutation ExportKeptReport($id: ID!, $format: ExportFormat!, $locale: ExportLocale!) {
    exportKeptReport(id: $id, format: $format, locale: $locale) {
      url
      fileName
    }
  }
`);

export const DeleteKeptReportDocument = graphql(`
  mutation DeleteKeptReport($id: ID!) {
    deleteKeptReport(id: $id)
  }
`);
