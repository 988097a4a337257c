import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportState } from '@noa/domain/imports/import.ts';
import { IconFailed, IconInfo, IconNormal, IconOff, IconRetry } from '../../ui/icons.ts';

const looks = {
  uploaded: { icon: IconInfo, color: 'gray' },
  checking: { icon: IconRetry, color: 'gray' },
  checked: { icon: IconInfo, color: 'gray' },
  applying: { icon: IconRetry, color: 'gray' },
  applied: { icon: IconNormal, color: 'green' },
  undoing: { icon: IconRetry, color: 'gray' },
  undone: { icon: IconOff, color: 'gray' },
  cancelled: { icon: IconOff, color: 'gray' },
  failed: { icon: IconFailed, color: 'red' },
} as const satisfies Record<ImportState, unknown>;

/** How far an import is, as icon and text. */
export function JobState({ state }: { state: ImportState }) {
  const { t } = useTranslation('import');
  const { icon: Icon, color } = looks[state];
  return (
    <Badge
      variant="default"
      color={color}
      leftSection={<Icon size={14} aria-hidden />}
      tt="none"
      fw={500}
      miw="max-content"
    >
      {t(`states.${state}`)}
    </Badge>
  );
}
