import { graphql } from '../../../api/generated/gql.ts';

export const ImportTemplateDocument = graphql(`
  query ImportTemplate($kind: String!, $orgId: ID, $locale: ExportLocale) {
    importTemplate(kind: $kind, orgId: $orgId, locale: $locale) {
      fileName
      content
    }
  }
`);
