import { graphql } from '../../api/generated/gql.ts';

export const HomeTasksDocument = graphql(`
  query HomeTasks(
    $blockedThisWeek: CardFilter
    $withoutAccessGroup: EntranceFilter
    $withoutManager: EntranceFilter
    $seesCardRequests: Boolean!
    $seesCards: Boolean!
    $keepsEntrances: Boolean!
  ) {
    cardRequests(first: 1, filter: { state: open }) @include(if: $seesCardRequests) {
      totalCount
    }
    blockedThisWeek: cards(first: 1, filter: $blockedThisWeek) @include(if: $seesCards) {
      totalCount
    }
    withoutAccessGroup: entrances(first: 1, filter: $withoutAccessGroup) @include(if: $keepsEntrances) {
      totalCount
    }
    withoutManager: entrances(first: 1, filter: $withoutManager) @include(if: $keepsEntrances) {
      totalCount
    }
  }
`);

export const HomeEventsDocument = graphql(`
  query HomeEvents {
    overview {
      today {
        events
        refused
        eventsWeekBefore
        refusedWeekBefore
      }
      days(count: 14) {
        date
        events
        refused
      }
    }
  }
`);

export const HomeRegistryDocument = graphql(`
  query HomeRegistry($seesManagers: Boolean!, $seesCards: Boolean!, $seesGateways: Boolean!, $runsImports: Boolean!) {
    accessGroups(first: 1) {
      totalCount
    }
    containerGroups(first: 1) {
      totalCount
    }
    containers(first: 1) {
      totalCount
    }
    towerBlocks(first: 1) {
      totalCount
    }
    entrances(first: 1) {
      totalCount
    }
    managers(first: 1) @include(if: $seesManagers) {
      totalCount
    }
    cards(first: 1) @include(if: $seesCards) {
      totalCount
    }
    orgs(first: 1) @include(if: $seesGateways) {
      totalCount
    }
    importJobs(first: 1) @include(if: $runsImports) {
      nodes {
        id
        state
        fileName
        createdAt
      }
    }
  }
`);

export const FirstStepsDocument = graphql(`
  query FirstSteps($orgId: ID) {
    firstSteps(orgId: $orgId) {
      orgId
      orgName
      done
      members
      activeMembers
      towerBlocks
      apartments
      entrances
      entrancesWithoutContainers
      containers
      unconfirmedContainers
    }
  }
`);
