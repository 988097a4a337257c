import { useTranslation } from 'react-i18next';
import type { AccessMode } from '@noa/domain/vocabulary.ts';
import { Status } from '../values/cells.tsx';
import { IconBlocked, IconUnblocked } from '../icons.ts';

const looks = {
  controlled: { icon: IconBlocked, color: 'brown' },
  open: { icon: IconUnblocked, color: 'green' },
} as const;

/** Whether one needs a card, as icon and text. */
export function AccessModeBadge({ mode }: { mode: AccessMode }) {
  const { t } = useTranslation();
  return <Status {...looks[mode]} label={t(`values.accessMode.${mode}`)} />;
}
