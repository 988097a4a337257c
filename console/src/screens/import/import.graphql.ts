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

export const StartImportDocument = graphql(`
  mutation StartImport($kind: String!, $file: Upload!, $orgId: ID) {
    startImport(kind: $kind, file: $file, orgId: $orgId) {
      id
    }
  }
`);

export const RereadImportDocument = graphql(`
  mutation RereadImport(
    $id: ID!
    $encoding: String
    $separator: String
    $sheet: String
    $headerRow: Int
    $fillMerged: Boolean
    $splitAddress: Boolean
  ) {
    rereadImport(
      id: $id
      encoding: $encoding
      separator: $separator
      sheet: $sheet
      headerRow: $headerRow
      fillMerged: $fillMerged
      splitAddress: $splitAddress
    ) {
      id
      state
      encoding
      separator
      sheet
      headerRow
      fillMerged
      addressColumn
      header
      preview
      mapping
      failure
      counts {
        rows
      }
    }
  }
`);

export const MapImportDocument = graphql(`
  mutation MapImport($id: ID!, $mapping: JSON!, $createMissing: Boolean) {
    mapImport(id: $id, mapping: $mapping, createMissing: $createMissing) {
      id
      state
      mapping
      failure
      counts {
        rows
      }
    }
  }
`);

export const ApplyImportDocument = graphql(`
  mutation ApplyImport($id: ID!) {
    applyImport(id: $id) {
      id
      state
    }
  }
`);

export const CancelImportDocument = graphql(`
  mutation CancelImport($id: ID!) {
    cancelImport(id: $id) {
      id
      state
      finishedAt
    }
  }
`);

export const UndoImportDocument = graphql(`
  mutation UndoImport($id: ID!) {
    undoImport(id: $id) {
      id
      state
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
