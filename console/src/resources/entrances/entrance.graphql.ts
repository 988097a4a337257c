import { graphql } from '../../api/generated/gql.ts';

export * from '../../api/kinds/generated/entrance.graphql.ts';

graphql(`
  fragment EntranceRow on Entrance {
    label
    apartmentCount
    accessGroup @include(if: $seesAccessGroups) {
      id
      name
    }
    manager @include(if: $seesManagers) {
      id
      name
    }
  }
`);

graphql(`
  fragment EntranceRecord on Entrance {
    label
    apartmentCount
    viewerCanUpdate
    viewerCanDelete
    org @include(if: $seesOrgs) {
      id
      name
    }
    towerBlock @include(if: $seesTowerBlocks) {
      id
      label
    }
    accessGroup @include(if: $seesAccessGroups) {
      id
      name
    }
    manager @include(if: $seesManagers) {
      id
      name
    }
  }
`);
