import { graphql } from '../../api/generated/gql.ts';

graphql(`
  fragment SavedViewParts on SavedView {
    id
    name
    search
    hiddenColumns
    orgId
    orgName
    isDefault
    viewerCanUpdate
  }
`);

export const SavedViewsDocument = graphql(`
  query SavedViews($kind: String!) {
    savedViews(kind: $kind) {
      ...SavedViewParts
    }
  }
`);
