import type { EffectInput } from '../../api/generated/graphql.ts';
import { useViewer } from '../../session/viewer.ts';
import { part } from '../../loading/part.ts';

const PreviewedEffect = part(async () => (await import('./EffectText.tsx')).PreviewedEffect, null);

/** Pixels that what is said in one line takes, under its title. */
const oneLine = 88;

/**
 * What a change would do to who opens what, beside the form that makes it; nothing while there is no change. It has its room from the first:
 * a button below that moved as it comes would be missed.
 */
export function EffectPreview({ change }: { change: EffectInput | null }) {
  const { may } = useViewer();
  return (
    change &&
    may('effect:preview') && (
      <div role="status" style={{ minHeight: oneLine }}>
        <PreviewedEffect change={change} />
      </div>
    )
  );
}
