import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeFailure, failureText } from '../../api/failure.ts';
import classes from './Tile.module.css';

interface Props {
  label: string;
  /** Where it leads; absent for those who may not go there. */
  to?: string | undefined;
  /** Undefined until it is here. */
  value: ReactNode;
  /** Undefined until it is known: what it says may depend on the value. */
  hint: ReactNode;
  /** Why there is no value. */
  error: unknown;
  onRetry: () => void;
}

/** One figure; when it fails, it alone tries again. */
export function Tile({ label, to, value, hint, error, onRetry }: Props) {
  const { t } = useTranslation();
  if (error && value === undefined) {
    return (
      <div className={classes.tile} role="alert">
        <span className={classes.label}>{label}</span>
        <span className={classes.hint}>{failureText(t, describeFailure(error))}</span>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </div>
    );
  }
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value ?? <Skeleton height={30} width={70} />}</span>
      <span className={classes.hint}>
        {hint ?? <Skeleton component="span" display="block" height={12} width={140} />}
      </span>
    </>
  );
  return to ? (
    <Link to={to} className={classes.tile}>
      {content}
    </Link>
  ) : (
    <div className={classes.tile}>{content}</div>
  );
}
