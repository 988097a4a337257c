import { graphql } from '../../api/generated/gql.ts';

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
