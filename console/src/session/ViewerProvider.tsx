import { Button } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../api/failure.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconFailed } from '../ui/icons.ts';
import { LoadingPage } from '../ui/LoadingPage.tsx';
import { ViewerDocument } from './viewer.graphql.ts';
import { ViewerContext, viewerFrom } from './viewer.ts';

/** Asks who is signed in before anything else is shown. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ViewerDocument);
  const viewer = useMemo(() => data && viewerFrom(data.viewer), [data]);

  if (viewer) {
    return <ViewerContext value={viewer}>{children}</ViewerContext>;
  }
  if (!error) {
    return <LoadingPage />;
  }
  return (
    <LoadingPage>
      <EmptyState
        icon={IconFailed}
        order={1}
        title={t('failure.title')}
        actions={<Button onClick={() => void refetch()}>{t('actions.retry')}</Button>}
      >
        {t(describeFailure(error).messageKey)}
      </EmptyState>
    </LoadingPage>
  );
}
