import { useEffect } from 'react';
import { connectionWorks } from '../../loading/connection.ts';
import type { HandoverQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { HandoverDocument } from './handover.graphql.ts';

export type HandoverEntrance = NonNullable<HandoverQuery['entrance']>;
export type HandoverApartment = HandoverEntrance['apartments']['nodes'][number];
export type HeldCard = NonNullable<HandoverApartment['apartmentCards']>[number];

/** The entrance with all its apartments, in the order of their numbers. */
export function useHandover(id: string, skip: boolean) {
  const { sees } = useViewer();
  const { data, error, fetchMore, refetch } = useQuery(HandoverDocument, {
    variables: { id, ...sees },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    skip,
  });
  const { hasNextPage, endCursor } = data?.entrance?.apartments.pageInfo ?? {};

  useEffect(
    function fetchRest() {
      if (hasNextPage) {
        void fetchMore({
          variables: { after: endCursor },
          updateQuery: (before, { fetchMoreResult: { entrance: more } }) =>
            // Asked anew meanwhile, it may end elsewhere.
            before.entrance && before.entrance.apartments.pageInfo.endCursor === endCursor && more
              ? {
                  ...before,
                  entrance: {
                    ...before.entrance,
                    apartments: {
                      ...more.apartments,
                      nodes: [...before.entrance.apartments.nodes, ...more.apartments.nodes],
                    },
                  },
                }
              : before,
        }).then(connectionWorks, () => undefined); // a page that fails leaves what is there; the reload button asks again
      }
    },
    [hasNextPage, endCursor, fetchMore],
  );

  return { entrance: data?.entrance ?? null, complete: hasNextPage === false, error, refetch };
}

/** The cards an apartment holds now. */
export const heldCards = ({ apartmentCards }: HandoverApartment): readonly HeldCard[] =>
  (apartmentCards ?? []).filter(({ active }) => active);
