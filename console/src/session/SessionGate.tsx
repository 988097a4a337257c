import { Button } from '@mantine/core';
import type { UserManager } from 'oidc-client-ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from 'react-oidc-context';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconForbidden } from '../ui/icons.ts';
import { LoadingPage } from '../ui/LoadingPage.tsx';
import { forgetAttempts, startSignIn } from './sign-in.ts';

interface Props {
  manager: UserManager;
  children: ReactNode;
}

/**
 * Shows its children while somebody is signed in and nothing is wrong with the session; otherwise the sign-in redirect
 * starts by itself, once (specification §4, §6).
 */
export function SessionGate({ manager, children }: Props) {
  const { isAuthenticated, isLoading, activeNavigator, error } = useAuth();
  const { t } = useTranslation();
  const started = useRef(false);
  const [stuck, setStuck] = useState(false);
  const wanted = !isLoading && !activeNavigator && (!isAuthenticated || error !== undefined);

  useEffect(
    function signIn() {
      if (wanted && !started.current) {
        started.current = true;
        void startSignIn(manager).then((left) => setStuck(!left));
      }
    },
    [manager, wanted],
  );

  function handleRetry() {
    forgetAttempts();
    setStuck(false);
    void startSignIn(manager).then((left) => setStuck(!left));
  }

  if (isAuthenticated && !error) {
    return children;
  }
  if (!stuck) {
    return <LoadingPage />;
  }
  return (
    <LoadingPage>
      <EmptyState
        icon={IconForbidden}
        order={1}
        title={t('session.stuck')}
        actions={<Button onClick={handleRetry}>{t('actions.retry')}</Button>}
      >
        {t('session.stuckHint')}
        {error && <div lang="en">{error.message}</div>}
      </EmptyState>
    </LoadingPage>
  );
}
