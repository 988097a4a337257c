import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CardTransition } from '@noa/domain/card.ts';

/** What comes of it that a card changes its status, said before one card or many are changed: no lock knows of it at once. */
export function CardTransitionText({ transition }: { transition: CardTransition }) {
  const { t } = useTranslation('cards');
  return <Text fz="sm">{t(`${transition}.text`)}</Text>;
}
