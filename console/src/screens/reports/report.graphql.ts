import { graphql } from '../../api/generated/gql.ts';

export const ReportsDocument = graphql(`
  query Reports {
    reports {
      name
      countsEvents
      metrics
      groupings
      startsWith
      opensOn
      filters {
        field
        type
      }
    }
  }
`);

graphql(`
  fragment ReportRows on Report {
    columns {
      key
      type
      grouping
      metric
    }
    rows
    rowCount
    whoKnownFrom
  }
`);

graphql(`
  fragment ReportLabels on Report {
    labels {
      grouping
      value
      text
    }
  }
`);

export const ReportDocument = graphql(`
  query Report($name: String!, $input: ReportInput!) {
    report(name: $name, input: $input) {
      ...ReportRows
      ...ReportLabels
      totals
      cursor
      freshAsOf
      completeness
      heardContainersPct
      arrivedReportsPct
    }
  }
`);

/** Figures beside the rows, which say how complete all of them are. */
export const ReportFiguresDocument = graphql(`
  query ReportFigures($name: String!, $input: ReportInput!) {
    report(name: $name, input: $input) {
      ...ReportRows
      ...ReportLabels
    }
  }
`);

/** A figure over all, and group by group, where there are any: what a sentence says of one period. */
export const ReportAnswerDocument = graphql(`
  query ReportAnswer(
    $name: String!
    $whole: ReportInput!
    $groups: ReportInput!
    $isPast: Boolean!
    $isWhole: Boolean!
  ) {
    whole: report(name: $name, input: $whole) {
      rows
      totals
      rowCount
      completeness @include(if: $isPast)
      whoKnownFrom @include(if: $isPast)
    }
    groups: report(name: $name, input: $groups) @skip(if: $isWhole) {
      rows
      totals
      rowCount
      ...ReportLabels
    }
  }
`);

/** How far the projection is that is being built; null while none is. */
export const ReportProgressDocument = graphql(`
  query ReportProgress {
    reportProgress {
      share
    }
  }
`);

/** The rows and the totals of another period, to compare with. */
export const ComparedDocument = graphql(`
  query ComparedReport($name: String!, $rows: ReportInput!, $totals: ReportInput!) {
    rows: report(name: $name, input: $rows) {
      ...ReportRows
    }
    totals: report(name: $name, input: $totals) {
      totals
      rowCount
    }
  }
`);
