import { useTranslation } from 'react-i18next';
import type { SyncPhase } from '../api/generated/graphql.ts';
import { Status } from '../ui/values/cells.tsx';
import { IconFailed, IconNone, IconNormal, IconRetry } from '../ui/icons.ts';

const looks = {
  current: { icon: IconNormal, color: 'green' },
  waiting: { icon: IconRetry, color: 'blue' },
  failed: { icon: IconFailed, color: 'red' },
  never: { icon: IconNone, color: 'gray' },
} as const satisfies Record<SyncPhase, object>;

/** What it is called, for a file. */
export const syncPhaseWords = { texts: 'common:values.syncPhase', values: Object.keys(looks) } as const;

/** Whether a lock has its list of cards, as icon and text. */
export function SyncBadge({ phase }: { phase: SyncPhase }) {
  const { t } = useTranslation();
  return <Status {...looks[phase]} label={t(`values.syncPhase.${phase}`)} />;
}
