import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { FilesMissing } from '../loading/fetch-code.ts';
import { keepDrafts, stopLeaving } from '../session/drafts.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconFailed } from '../ui/icons.ts';
import { Page } from '../ui/page/Page.tsx';

/**
 * In place of a screen that failed. Files that a newer build has replaced are fetched by loading the page again, once; what was being written
 * comes back with the page.
 */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  const isMissing = error instanceof FilesMissing;
  const reloads = isMissing && mayReload();
  // While the forms of the screen that failed are still there: they go as this takes their place.
  useState(() => isMissing && keepDrafts());
  useEffect(function stayWhereReloadedBefore() {
    return stopLeaving;
  }, []);

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
        title={t(isMissing ? 'failure.newBuild' : 'failure.screen')}
        actions={<Button onClick={() => location.reload()}>{t(isMissing ? 'actions.reload' : 'actions.retry')}</Button>}
      >
        {!isMissing && error instanceof Error && <span lang="en">{error.message}</span>}
      </EmptyState>
    </Page>
  );
}

const reloadedKey = 'noa-reloaded-at';

/** Milliseconds within which a second reload would help no more than the first. */
const againMs = 30_000;

/** Whether loading the page again has not just been tried. */
const mayReload = (): boolean => Number(sessionStorage.getItem(reloadedKey) ?? 0) < Date.now() - againMs;

/** Loads the page again, and with it the build that the server has now. */
function reloadOnce(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
