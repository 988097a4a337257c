import type { EffectInput } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { PreviewEffectDocument } from './effect.graphql.ts';
import { EffectText, EffectWaiting } from './EffectText.tsx';

/** Asks what a change would do to who opens what. What the change itself would be refused for is said when it is saved, not here. */
export function PreviewedEffect({ change }: { change: EffectInput }) {
  const { data, error } = useQuery(PreviewEffectDocument, { variables: { change }, fetchPolicy: 'no-cache' });
  if (error) {
    return null;
  }
  return data ? <EffectText effect={data.previewEffect ?? null} /> : <EffectWaiting />;
}
