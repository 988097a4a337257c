import { useQuery } from '../../api/use-query.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { ReadingHistoriesDocument } from '../status.graphql.ts';
import { ReadingCurve } from './ReadingCurve.tsx';

/** Days that are looked back, and milliseconds between two looks while the page is open. */
const days = 30;
const lookMs = 300_000;

/** How full a container was over the last days, and how its battery was. */
export function ReadingCurves({ containerId }: { containerId: string }) {
  const { data, error, refetch } = useQuery(ReadingHistoriesDocument, {
    variables: { id: containerId, days },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    pollInterval: lookMs,
  });
  const { fill, battery } = data?.container ?? {};
  if (!fill || !battery) {
    return <Pending error={error} refetch={refetch} permission="statusUpdate:read" height={260} />;
  }
  return (
    <>
      <Outdated error={error} refetch={refetch} />
      <ReadingCurve kind="fill_level_pct" days={days} history={fill} />
      <ReadingCurve kind="battery_life_pct" days={days} history={{ ...battery, emptyings: [] }} />
    </>
  );
}
