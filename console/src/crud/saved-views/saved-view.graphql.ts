import { graphql } from '../../api/generated/gql.ts';

export const SavedViewsDocument = graphql(`
  query SavedViews($kind: String!) {
    savedViews(kind: $kind) {
      id
      name
      search
      hiddenColumns
      orgId
      orgName
      isDefault
      viewerCanUpdate
    }
  }
`);

export const CreateSavedViewDocument = graphql(`
  mutation CreateSavedView($input: CreateSavedViewInput!) {
    createSavedView(input: $input) {
      id
      name
      search
      hiddenColumns
      orgId
      orgName
      isDefault
      viewerCanUpdate
    }
  }
`);

export const UpdateSavedViewDocument = graphql(`
  mutation UpdateSavedView($id: ID!, $input: UpdateSavedViewInput!) {
    updateSavedView(id: $id, input: $input) {
      id
      name
      search
      hiddenColumns
    }
  }
`);

export const DeleteSavedViewDocument = graphql(`
  mutation DeleteSavedView($id: ID!) {
    deleteSavedView(id: $id)
  }
`);

export const SetDefaultSavedViewDocument = graphql(`
  mutation SetDefaultSavedView($kind: String!, $id: ID) {
    setDefaultSavedView(kind: $kind, id: $id) {
      id
      isDefault
    }
  }
`);
