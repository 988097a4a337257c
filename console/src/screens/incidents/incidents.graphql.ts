import { graphql } from '../../api/generated/gql.ts';

export const IncidentsDocument = graphql(`
  query Incidents($unresolved: Boolean!, $orgId: ID, $after: String) {
    incidents(first: 25, after: $after, filter: { unresolved: $unresolved, orgId: $orgId }) {
      nodes {
        id
        ruleName
        condition
        readingKind
        level
        threshold
        minutes
        openings
        usualOpenings
        state
        openedAt
        acknowledgedAt
        acknowledgedBy
        escalatedAt
        silencedUntil
        resolvedAt
        reopened
        viewerCanUpdate
        containerGroup {
          id
          label
          addrStreet
          addrNr
        }
        containers {
          id
          serialNumber
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const AlertRulesDocument = graphql(`
  query AlertRules($after: String) {
    alertRules(first: 25, after: $after) {
      nodes {
        id
        name
        condition
        readingKind
        level
        threshold
        minutes
        recipients
        locale
        webhookUrl
        escalateMinutes
        escalateTo
        active
        org {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
