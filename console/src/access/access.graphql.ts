import { graphql } from '../api/generated/gql.ts';

export const MayOpenDocument = graphql(`
  query MayOpen($cardId: ID!, $containerId: ID!) {
    mayOpen(cardId: $cardId, containerId: $containerId) {
      allowed
      reasons {
        rule
        holds
        via {
          kind
          id
          label
        }
      }
      onLock {
        version
        current
        waitingSince
        askedAt
        failure
      }
    }
  }
`);
