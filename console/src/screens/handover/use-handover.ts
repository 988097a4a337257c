import { useEffect, useState } from 'react';
import { connectionWorks } from '../../loading/connection.ts';
import type { HandoverQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { HandoverDocument } from './handover.graphql.ts';

export type HandoverEntrance = NonNullable<HandoverQuery['entrance']>;
export type HandoverApartment = HandoverEntrance['apartments']['nodes'][number];
export type HeldCard = NonNullable<HandoverApartment['apartmentCards']>[number];

/** The entrance with all its apartments, in the order of their numbers. */
export function useHandover(id: string) {
  const { sees } = useViewer();
  const { data, error, fetchMore, refetch } = useQuery(HandoverDocument, {
    variables: { id, ...sees },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { hasNextPage, endCursor } = data?.entrance?.apartments.pageInfo ?? {};
  const whole = data?.entrance && hasNextPage === false ? data.entrance : null;
  const [last, setLast] = useState(whole);
  if (whole && whole !== last) {
    setLast(whole);
  }

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

  // While it is asked for anew, page by page, it stays as it was: whoever hands out cards goes on.
  const shown = whole ?? (last?.id === id ? last : null);
  return { entrance: shown ?? data?.entrance ?? null, complete: shown !== null, error, refetch };
}

/** The cards an apartment holds now. */
export const heldCards = ({ apartmentCards }: HandoverApartment): readonly HeldCard[] =>
  (apartmentCards ?? []).filter(({ active }) => active);

/** What its occupier is called; blank where that is not known, or not for the viewer. */
export const occupierOf = ({ occupierName, occupierFirstName }: HandoverApartment): string =>
  [occupierName, occupierFirstName].filter(Boolean).join(' ');
