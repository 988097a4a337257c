import { useTranslation } from 'react-i18next';
import type { CardStatus } from '@noa/domain/vocabulary.ts';
import { Status } from '../values/cells.tsx';
import { IconBlocked, IconErased, IconNormal } from '../icons.ts';

const looks = {
  normal: { icon: IconNormal, color: 'green' },
  blocked: { icon: IconBlocked, color: 'red' },
  erased: { icon: IconErased, color: 'gray' },
} as const;

/** A card's status as icon and text. */
export function CardStatusBadge({ status }: { status: CardStatus }) {
  const { t } = useTranslation('cards');
  return <Status {...looks[status]} label={t(`values.status.${status}`)} />;
}
