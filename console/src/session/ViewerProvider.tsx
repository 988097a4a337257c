import { Button } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure, failureText, strangeAnswer } from '../api/failure.ts';
import { useQuery } from '../api/use-query.ts';
import { CopyId } from '../ui/values/CopyId.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconFailed } from '../ui/icons.ts';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { countDaysIn } from '../ui/values/viewer-zone.ts';
import { useSession } from './session.ts';
import { forgetTries } from './sign-in.ts';
import { ViewerDocument } from './viewer.graphql.ts';
import { knownViewer, ViewerContext } from './viewer.ts';

/** Asks who is signed in before anything else is shown. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, loading, refetch } = useQuery(ViewerDocument);
  const told = useMemo(
    function learn() {
      const known = knownViewer(data);
      // Before any screen asks for days.
      countDaysIn(known?.timeZone);
      return known;
    },
    [data],
  );
  // The first screen is made in parts, between which its answers are asked for, and keys and clicks taken.
  const viewer = useDeferredValue(told);
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
  if (loading || told) {
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
            <Button variant="default" onClick={() => void session.signOut()}>
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
