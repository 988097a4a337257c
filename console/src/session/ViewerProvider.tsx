import { Button } from '@mantine/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from 'react-oidc-context';
import type { ViewerQuery } from '../api/generated/graphql.ts';
import { describeFailure, failureText, strangeAnswer } from '../api/failure.ts';
import { useQuery } from '../api/use-query.ts';
import { CopyId } from '../ui/values/CopyId.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconFailed } from '../ui/icons.ts';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { forgetTries } from './sign-in.ts';
import { ViewerDocument } from './viewer.graphql.ts';
import { ViewerContext, viewerFrom } from './viewer.ts';

/** Whether the answer is about somebody: a proxy may answer with any JSON. */
const isViewer = (viewer: ViewerQuery['viewer'] | null | undefined): viewer is ViewerQuery['viewer'] =>
  Array.isArray(viewer?.permissions) && Array.isArray(viewer.roles);

/** Asks who is signed in before anything else is shown. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const auth = useAuth();
  const { data, error, loading, refetch } = useQuery(ViewerDocument);
  const viewer = useMemo(() => (isViewer(data?.viewer) ? viewerFrom(data.viewer) : undefined), [data]);
  const accepted = viewer !== undefined;
  useEffect(
    function countAnew() {
      if (accepted) {
        forgetTries();
      }
    },
    [accepted],
  );

  if (viewer) {
    return <ViewerContext value={viewer}>{children}</ViewerContext>;
  }
  if (loading) {
    return <LoadingPage />;
  }
  const failure = error ? describeFailure(error) : strangeAnswer;
  return (
    <LoadingPage>
      <EmptyState
        icon={IconFailed}
        order={1}
        title={t('failure.title')}
        actions={
          <>
            <Button onClick={() => void refetch()}>{t('actions.retry')}</Button>
            <Button variant="default" onClick={() => void auth.signoutRedirect()}>
              {t('actions.signOut')}
            </Button>
          </>
        }
      >
        <p>{failureText(t, failure)}</p>
        {failure.correlationId && (
          <p>
            {t('correlationId')} <CopyId value={failure.correlationId} />
          </p>
        )}
      </EmptyState>
    </LoadingPage>
  );
}
