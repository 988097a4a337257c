import type { EffectInput } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { PreviewEffectDocument } from './effect.graphql.ts';
import { EffectText, EffectWaiting } from './EffectText.tsx';

/**
 * What a change would do to who opens what, beside the form that makes it; nothing while there is no change. What the change
 * itself would be refused for is said when it is saved, not here.
 */
export function EffectPreview({ change }: { change: EffectInput | null }) {
  const viewer = useViewer();
  const { data, error } = useQuery(PreviewEffectDocument, {
    variables: { change: change ?? {} },
    skip: change === null || !viewer.may('effect:preview'),
    fetchPolicy: 'no-cache',
  });
  if (change === null || error || !viewer.may('effect:preview')) {
    return null;
  }
  return <div role="status">{data ? <EffectText effect={data.previewEffect ?? null} /> : <EffectWaiting />}</div>;
}
