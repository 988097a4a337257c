import { useQuery } from '../api/use-query.ts';
import { ContainerReadingsDocument } from './status.graphql.ts';

/** Milliseconds between two looks while the page is open. */
const lookMs = 60_000;

/** What is known of a container's state, looked at again while it is shown. */
export function useContainerStatus(containerId: string) {
  const { data, error, refetch } = useQuery(ContainerReadingsDocument, {
    variables: { id: containerId },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    pollInterval: lookMs,
  });
  return {
    container: data?.container,
    status: data?.container?.status,
    isAnswered: data !== undefined,
    error,
    refetch,
  };
}
