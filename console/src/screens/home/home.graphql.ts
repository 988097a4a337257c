import { graphql } from '../../api/generated/gql.ts';

export const CountTowerBlocksDocument = graphql(`
  query CountTowerBlocks {
    towerBlocks(first: 1) {
      totalCount
    }
  }
`);

export const CountEntrancesDocument = graphql(`
  query CountEntrances($filter: EntranceFilter) {
    entrances(first: 1, filter: $filter) {
      totalCount
    }
  }
`);

export const CountCardsDocument = graphql(`
  query CountCards($filter: CardFilter) {
    cards(first: 1, filter: $filter) {
      totalCount
    }
  }
`);

export const CountAccessGroupsDocument = graphql(`
  query CountAccessGroups {
    accessGroups(first: 1) {
      totalCount
    }
  }
`);

export const CountContainerGroupsDocument = graphql(`
  query CountContainerGroups {
    containerGroups(first: 1) {
      totalCount
    }
  }
`);

export const CountContainersDocument = graphql(`
  query CountContainers($filter: ContainerFilter) {
    containers(first: 1, filter: $filter) {
      totalCount
    }
  }
`);

export const CountContainerStatesDocument = graphql(`
  query CountContainerStates($inError: ContainerStatusFilter) {
    inError: containerStatuses(first: 1, filter: $inError) {
      totalCount
    }
    containerStatusCounts {
      warning
    }
  }
`);

export const CountFullContainersDocument = graphql(`
  query CountFullContainers($nearlyFull: ContainerFilter) {
    nearlyFull: containers(first: 1, filter: $nearlyFull) {
      totalCount
    }
    full: containers(first: 1, filter: { full: true }) {
      totalCount
    }
  }
`);

export const CountManagersDocument = graphql(`
  query CountManagers {
    managers(first: 1) {
      totalCount
    }
  }
`);

export const CountOrgsDocument = graphql(`
  query CountOrgs {
    orgs(first: 1) {
      totalCount
    }
  }
`);

export const EventsTodayDocument = graphql(`
  query EventsToday {
    overview {
      today {
        events
        eventsWeekBefore
      }
      days(count: 1) {
        date
      }
    }
  }
`);

export const RefusedTodayDocument = graphql(`
  query RefusedToday {
    overview {
      today {
        refused
        refusedWeekBefore
      }
      days(count: 1) {
        date
      }
    }
  }
`);

export const EventDaysDocument = graphql(`
  query EventDays {
    overview {
      days(count: 14) {
        date
        events
        refused
      }
    }
  }
`);

export const LastImportDocument = graphql(`
  query LastImport {
    importJobs(first: 1) {
      nodes {
        id
        state
        fileName
        createdAt
      }
    }
  }
`);
