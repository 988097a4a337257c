import { graphql } from '../../api/generated/gql.ts';

export const PreviewEffectDocument = graphql(`
  query PreviewEffect($change: EffectInput!) {
    previewEffect(change: $change) {
      gainingCards
      losingCards
      gainedContainers
      lostContainers
      openingContainers
      closingContainers
      overCapacityCount
      overCapacity {
        id
        label
      }
    }
  }
`);

export const BulkEffectDocument = graphql(`
  query BulkEffect($input: BulkJobInput!) {
    bulkForecast(input: $input) {
      effect {
        gainingCards
        losingCards
        gainedContainers
        lostContainers
        openingContainers
        closingContainers
        overCapacityCount
        overCapacity {
          id
          label
        }
      }
    }
  }
`);
