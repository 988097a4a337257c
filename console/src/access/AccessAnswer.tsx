import { describeFailure } from '../api/failure.ts';
import { useQuery } from '../api/use-query.ts';
import { ListFailed } from '../crud/list/ListEmpty.tsx';
import { useViewer } from '../session/viewer.ts';
import { LoadingScreen } from '../ui/page/LoadingPage.tsx';
import { MayOpenDocument } from './access.graphql.ts';
import { Decision } from './Decision.tsx';
import { OnLock } from './OnLock.tsx';

interface Props {
  cardId: string;
  containerId: string;
}

/** Whether a card opens a container, by which rules, and what the lock itself believes: what people call about (domain.md, "Who opens what"). */
export function AccessAnswer({ cardId, containerId }: Props) {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery(MayOpenDocument, {
    variables: { cardId, containerId, ...viewer.sees },
    fetchPolicy: 'network-only',
  });
  if (error) {
    return <ListFailed failure={describeFailure(error)} permission="card:read" onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <LoadingScreen />;
  }
  return (
    <>
      <Decision decision={data.mayOpen} card={data.card ?? null} blocked={data.cardEvents?.nodes[0]} />
      <OnLock onLock={data.mayOpen.onLock} />
    </>
  );
}
