import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { hasUnsavedWork } from '../session/drafts.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconFailed } from '../ui/icons.ts';
import { Page } from '../ui/page/Page.tsx';
import { isMissingChunk, mayReload, reloadOnce } from './start/stale-build.ts';

/**
 * In place of a screen that failed. A file that a newer build has replaced is fetched by loading the page again, once; not while there is no
 * network, when there would be no page.
 */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  const isMissing = isMissingChunk(error);
  const reloads = isMissing && navigator.onLine && mayReload() && !hasUnsavedWork();

  useEffect(
    function loadNewBuild() {
      if (reloads) {
        reloadOnce();
      } else {
        console.error(error);
      }
    },
    [error, reloads],
  );

  if (reloads) {
    return null;
  }
  return (
    <Page title={t('failure.title')}>
      <EmptyState
        icon={IconFailed}
        title={t(isMissing ? (navigator.onLine ? 'failure.newBuild' : 'failure.Network') : 'failure.screen')}
        actions={<Button onClick={() => location.reload()}>{t('actions.retry')}</Button>}
      >
        {error instanceof Error && <span lang="en">{error.message}</span>}
      </EmptyState>
    </Page>
  );
}
