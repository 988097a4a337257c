import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeFailure, failureText } from '../../api/failure.ts';
import classes from './Outdated.module.css';

interface Props {
  /** What the query threw, if it has. */
  error: unknown;
  /** Asks once more. */
  refetch: () => unknown;
}

/** Beside what was known before, or in the place of a part that is not there: that it could not be asked for, and why; nothing while it could. */
export function Outdated({ error, refetch }: Props) {
  const { t } = useTranslation();
  if (!error) {
    return null;
  }
  const failure = describeFailure(error);
  // Plain, and not fetched when it is needed: the network may be away then.
  return (
    <div className={classes.outdated} role="alert">
      <span>
        <strong>{t('failure.title')}.</strong> {failureText(t, failure)}
        {failure.correlationId && ` ${t('correlationId')} ${failure.correlationId}`}
      </span>
      <Button size="xs" variant="default" onClick={() => void refetch()}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}
