import { useQuery } from '@apollo/client/react';
import { Button, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeFailure } from '../../api/failure.ts';
import { Count } from '../../ui/cells.tsx';
import classes from './CountTile.module.css';
import type { CountCard } from './counts.ts';

interface Props {
  card: CountCard;
  onCount?: (count: number) => void;
}

/** One figure; when it fails, it alone tries again. */
export function CountTile({ card, onCount }: Props) {
  const { t } = useTranslation(['home', 'common']);
  const { data, error, refetch } = useQuery(card.query, {
    variables: card.variables,
    fetchPolicy: 'cache-and-network',
  });
  const count = data === undefined ? undefined : card.count(data);
  useEffect(
    function reportCount() {
      if (count !== undefined) {
        onCount?.(count);
      }
    },
    [count, onCount],
  );

  if (error && count === undefined) {
    return (
      <div className={classes.tile} role="alert">
        <span className={classes.label}>{t(`counts.${card.name}`)}</span>
        <span className={classes.hint}>{t(`common:${describeFailure(error).messageKey}`)}</span>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    );
  }
  return (
    <Link to={card.to} className={classes.tile}>
      <span className={classes.label}>{t(`counts.${card.name}`)}</span>
      <span className={classes.count}>
        {count === undefined ? <Skeleton height={30} width={70} /> : <Count value={count} />}
      </span>
      <span className={classes.hint}>{t(`hints.${card.name}`)}</span>
    </Link>
  );
}
