import { graphql } from '../../../api/generated/gql.ts';

graphql(`
  fragment ScheduleAsked on ReportSchedule {
    report
    period
    groupBy
    metrics
    filters {
      field
      operator
      value
    }
    sort {
      field
      direction
    }
  }
`);

export const ReportSchedulesDocument = graphql(`
  query ReportSchedules($after: String) {
    reportMailIsSetUp
    reportSchedules(first: 20, after: $after) {
      nodes {
        id
        org {
          id
          name
        }
        ownerName
        ...ScheduleAsked
        frequency
        weekday
        monthDay
        hour
        format
        recipients
        active
        nextRunAt
        viewerCanUpdate
        lastRun {
          dueAt
          state
          failure
          smtpCode
          retryAt
          refused
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ReportMailDocument = graphql(`
  query ReportMail {
    reportMailIsSetUp
  }
`);

/** What can be changed of a schedule, and what it asks. */
export const ReportScheduleDocument = graphql(`
  query ReportSchedule($id: ID!) {
    reportSchedule(id: $id) {
      id
      ...ScheduleAsked
      frequency
      weekday
      monthDay
      hour
      format
      locale
      recipients
      viewerCanUpdate
    }
  }
`);
