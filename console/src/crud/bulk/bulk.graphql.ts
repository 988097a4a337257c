import { graphql } from '../../api/generated/gql.ts';

export const BulkForecastDocument = graphql(`
  query BulkForecast($input: BulkJobInput!) {
    bulkForecast(input: $input) {
      total
      changed
      unchanged
      refused
    }
  }
`);

export const BulkJobDocument = graphql(`
  query BulkJob($id: ID!, $seesManagers: Boolean! = false, $seesAccessGroups: Boolean! = false) {
    bulkJob(id: $id) {
      id
      action
      state
      accessMode
      reason
      createdAt
      createdBy
      finishedAt
      total
      done
      changed
      unchanged
      refused
      secondsLeft
      failure
      accessGroup @include(if: $seesAccessGroups) {
        id
        name
      }
      manager @include(if: $seesManagers) {
        id
        name
      }
    }
  }
`);

export const BulkJobChangedDocument = graphql(`
  subscription BulkJobChanged($id: ID!) {
    bulkJobChanged(id: $id) {
      id
      state
      finishedAt
      done
      changed
      unchanged
      refused
      secondsLeft
      failure
    }
  }
`);

export const BulkResultsDocument = graphql(`
  query BulkResults($id: ID!, $outcome: BulkOutcome!, $after: String) {
    bulkJob(id: $id) {
      id
      results(outcome: $outcome, first: 50, after: $after) {
        nodes {
          recordId
          label
          reason
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const BulkJobsDocument = graphql(`
  query BulkJobs($after: String) {
    bulkJobs(first: 20, after: $after) {
      nodes {
        id
        action
        state
        createdAt
        createdBy
        total
        changed
        refused
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
