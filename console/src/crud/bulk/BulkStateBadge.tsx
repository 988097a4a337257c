import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkState } from '@noa/domain/bulk.ts';
import { IconFailed, IconInfo, IconNormal, IconOff, IconRetry } from '../../ui/icons.ts';

const looks = {
  queued: { icon: IconInfo, color: 'gray' },
  running: { icon: IconRetry, color: 'gray' },
  done: { icon: IconNormal, color: 'green' },
  cancelled: { icon: IconOff, color: 'gray' },
  failed: { icon: IconFailed, color: 'red' },
} as const satisfies Record<BulkState, unknown>;

/** How far a bulk job is, as icon and text. */
export function BulkStateBadge({ state }: { state: BulkState }) {
  const { t } = useTranslation('bulk');
  const { icon: Icon, color } = looks[state];
  return (
    <Badge variant="default" color={color} leftSection={<Icon size={14} aria-hidden />} tt="none" fw={500}>
      {t(`states.${state}`)}
    </Badge>
  );
}
