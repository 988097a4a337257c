import { graphql } from '../../api/generated/gql.ts';

graphql(`
  fragment EffectFigures on Effect {
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
`);

export const PreviewEffectDocument = graphql(`
  query PreviewEffect($change: EffectInput!) {
    previewEffect(change: $change) {
      ...EffectFigures
    }
  }
`);

export const BulkEffectDocument = graphql(`
  query BulkEffect($input: BulkJobInput!) {
    bulkForecast(input: $input) {
      effect {
        ...EffectFigures
      }
    }
  }
`);
