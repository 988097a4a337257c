import { useQuery } from '../api/use-query.ts';
import { RecordSpot } from '../map/spot/RecordSpot.tsx';
import { spotsOf } from '../map/spot/spot.ts';
import { ContainerSpotDocument } from './status.graphql.ts';

/** Where a container stands: at a place of its own, or with its platform; nothing where neither has one. */
export function ContainerSpot({ containerId }: { containerId: string }) {
  const { data } = useQuery(ContainerSpotDocument, { variables: { id: containerId } });
  const { container } = data ?? {};
  const [spot] = spotsOf([container, container?.containerGroup].flatMap((each) => each ?? []));
  return spot && <RecordSpot spot={spot} />;
}
