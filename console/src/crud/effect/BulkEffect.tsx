import type { BulkJobInput } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { BulkEffectDocument } from './effect.graphql.ts';
import { EffectText, EffectWaiting } from './EffectText.tsx';

/** What a bulk job would do to who opens what; worked out after it is known what the job is. */
export function BulkEffect({ request }: { request: BulkJobInput }) {
  const { data, error } = useQuery(BulkEffectDocument, { variables: { input: request }, fetchPolicy: 'no-cache' });
  if (error) {
    return null;
  }
  return data ? <EffectText effect={data.bulkForecast.effect ?? null} /> : <EffectWaiting />;
}
