import { graphql } from '../../../api/generated/gql.ts';

export const MapSettingsDocument = graphql(`
  query MapSettings {
    mapSettings {
      file {
        id
        name
        bytes
        usedSince
        uploadedBy
        west
        south
        east
        north
        minZoom
        maxZoom
      }
      isNamedByOperator
      maxBytes
    }
  }
`);
