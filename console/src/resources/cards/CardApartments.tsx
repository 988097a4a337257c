import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CardQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { IconNone } from '../../ui/icons.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import classes from './WhereItOpens.module.css';

/** The apartment that holds the card, and those that held it before, with the dates. */
export function CardApartments({ card }: { card: NonNullable<CardQuery['card']> }) {
  const { t, i18n } = useTranslation('cards');
  if (card.apartmentCards.length === 0) {
    return <EmptyState icon={IconNone} title={t('held.none')} />;
  }
  return (
    <ol className={classes.groups} aria-label={t('held.title')}>
      {card.apartmentCards.map(({ id, apartment, createdAt, endedAt }) => {
        const from = formatExact(createdAt, i18n.language);
        return (
          <li key={id}>
            {apartment ? (
              <TextLink to={paths.apartments.view(apartment.id)}>{apartment.label}</TextLink>
            ) : (
              <Text fz="sm">{t('held.unknown')}</Text>
            )}
            <span>
              {endedAt ? t('held.past', { from, to: formatExact(endedAt, i18n.language) }) : t('held.now', { from })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
