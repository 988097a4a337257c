import { graphql } from '../../api/generated/gql.ts';

graphql(`
  fragment TimelineDayParts on TimelineDay {
    date
    from
    to
    openings
    refusals
    cardActions
    handovers
    emptyings
  }
`);

/** What happened to each kind of record that has a timeline. */
export const timelines = {
  containerGroup: graphql(`
    query ContainerGroupTimeline($id: ID!, $days: Int!) {
      record: containerGroup(id: $id) {
        id
        timeline(days: $days) {
          ...TimelineDayParts
        }
      }
    }
  `),
  entrance: graphql(`
    query EntranceTimeline($id: ID!, $days: Int!) {
      record: entrance(id: $id) {
        id
        timeline(days: $days) {
          ...TimelineDayParts
        }
      }
    }
  `),
  apartment: graphql(`
    query ApartmentTimeline($id: ID!, $days: Int!) {
      record: apartment(id: $id) {
        id
        timeline(days: $days) {
          ...TimelineDayParts
        }
      }
    }
  `),
};
