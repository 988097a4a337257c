import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAwaited } from '../../loading/fetch-code.ts';
import classes from './Shell.module.css';

/**
 * While the next screen loads, the old one stays and a thin bar moves; screen readers hear 'loading...'. What waits for the server to be back, be it
 * a screen or a part of one, is said.
 */
export function ScreenChange({ loading }: { loading: boolean }) {
  const { t } = useTranslation();
  const isAwaited = useAwaited();
  return (
    <div role="status" className={classes.change}>
      {isAwaited && (
        <Alert color="orange" mb="md" title={t('connection.lost')}>
          {t('connection.awaited')}
        </Alert>
      )}
      {loading && (
        <>
          <div className={classes.progress} />
          <span className="visually-hidden">{t('loading.screen')}</span>
        </>
      )}
    </div>
  );
}
