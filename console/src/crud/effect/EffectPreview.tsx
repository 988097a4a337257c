import { lazy, Suspense } from 'react';
import type { EffectInput } from '../../api/generated/graphql.ts';
import { useViewer } from '../../session/viewer.ts';
import classes from './Effect.module.css';

const PreviewedEffect = lazy(async () => ({ default: (await import('./PreviewedEffect.tsx')).PreviewedEffect }));

/**
 * What a change would do to who opens what, beside the form that makes it; nothing while there is no change. It has its room from the first:
 * a button below that moved as it comes would be missed.
 */
export function EffectPreview({ change }: { change: EffectInput | null }) {
  const viewer = useViewer();
  if (change === null || !viewer.may('effect:preview')) {
    return null;
  }
  return (
    <div role="status" className={classes.room}>
      <Suspense>
        <PreviewedEffect change={change} />
      </Suspense>
    </div>
  );
}
