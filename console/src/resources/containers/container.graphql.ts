import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/container.graphql.ts';

graphql(`
  fragment ContainerRow on Container {
    label
    fillLevelPct
    fillLevelAt
    containerGroup {
      id
      label
    }
    sync @include(if: $seesSync) {
      phase
      waitingCards
    }
    org @include(if: $seesOrgs) {
      id
      name
    }
  }
`);

graphql(`
  fragment ContainerRecord on Container {
    label
    fillLevelPct
    fillLevelAt
    viewerCanUpdate
    viewerCanDelete
    containerGroup {
      id
      label
    }
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
    org @include(if: $seesOrgs) {
      id
      name
    }
  }
`);
