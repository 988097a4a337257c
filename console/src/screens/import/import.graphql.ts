import { graphql } from '../../api/generated/gql.ts';

export const ImportOrgsDocument = graphql(`
  query ImportOrgs {
    orgs(first: 200) {
      nodes {
        id
        name
      }
    }
  }
`);

export const ImportJobsDocument = graphql(`
  query ImportJobs($after: String) {
    importJobs(first: 25, after: $after) {
      nodes {
        id
        kind
        fileName
        state
        createdAt
        createdBy
        org {
          id
          name
        }
        counts {
          rows
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ImportJobDocument = graphql(`
  query ImportJob($id: ID!) {
    importJob(id: $id) {
      id
      kind
      state
      fileName
      createdAt
      createdBy
      finishedAt
      org {
        id
        name
      }
      encoding
      separator
      sheets
      sheet
      headerRow
      fillMerged
      addressColumn
      header
      preview
      fields {
        name
        required
      }
      mapping
      createMissing
      dryRun
      counts {
        changes {
          kind
          create
          update
          same
          absent
          fields {
            name
            count
          }
        }
        problems
        warnings
        rows
      }
      matchCounts {
        same
        probably
        new
        undecided
      }
      progress {
        done
        total
        secondsLeft
      }
      failure
      timings
      undoableUntil
      undo {
        removed
        restored
        kept
        records {
          kind
          id
          label
          reason
        }
      }
    }
  }
`);

export const ImportJobChangedDocument = graphql(`
  subscription ImportJobChanged($id: ID!) {
    importJobChanged(id: $id) {
      id
      state
      progress {
        done
        total
        secondsLeft
      }
    }
  }
`);

export const ImportProblemsDocument = graphql(`
  query ImportProblems($id: ID!, $first: Int!, $after: String) {
    importJob(id: $id) {
      id
      problems(first: $first, after: $after) {
        nodes {
          rowNumber
          field
          column
          value
          reason
          isWarning
          otherRow
          proposals
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const ImportBadRowsDocument = graphql(`
  query ImportBadRows($id: ID!) {
    importJob(id: $id) {
      id
      header
      badRows
    }
  }
`);
