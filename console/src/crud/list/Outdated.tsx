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

/** Beside what was known before: that it could not be asked for anew, and why; nothing while it could. */
export function Outdated({ error, refetch }: Props) {
  const { t } = useTranslation();
  // Plain, and not fetched when it is needed: the network may be away then.
  return error ? (
    <div className={classes.outdated} role="alert">
      <span>
        <strong>{t('failure.title')}.</strong> {failureText(t, describeFailure(error))}
      </span>
      <Button size="xs" variant="default" onClick={() => void refetch()}>
        {t('actions.retry')}
      </Button>
    </div>
  ) : null;
}
