import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/container.graphql.ts';

graphql(`
  fragment ContainerRow on Container {
    label
    fillLevelPct
    fillLevelAt
    fillWarningPct
    fillErrorPct
    sync @include(if: $seesSync) {
      phase
      waitingCards
    }
  }
`);

graphql(`
  fragment ContainerRecord on Container {
    fillLevelPct
    fillLevelAt
    fillWarningPct
    fillErrorPct
    sync @include(if: $seesSync) {
      phase
      wantedVersion
      appliedVersion
      askedAt
      waitingCards
      waitingSince
      overBy
      failure
      failureReason
    }
  }
`);
