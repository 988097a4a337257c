import { useTranslation } from 'react-i18next';
import type { StatusLevel } from '@noa/domain/vocabulary.ts';
import { Status } from '../values/cells.tsx';
import { IconError, IconHelp, IconInfo, IconNormal, IconWarning } from '../icons.ts';

const looks = {
  error: { icon: IconError, color: 'red' },
  warning: { icon: IconWarning, color: 'orange' },
  info: { icon: IconInfo, color: 'brown' },
  ok: { icon: IconNormal, color: 'green' },
  unknown: { icon: IconHelp, color: 'gray' },
} as const;

/** How bad it is, as icon and text; null is unknown: nothing was heard, or not for too long. */
export function StatusLevelBadge({ level }: { level: StatusLevel | null | undefined }) {
  const { t } = useTranslation();
  const known = level ?? 'unknown';
  return <Status {...looks[known]} label={t(`values.statusLevel.${known}`)} />;
}
