import { Button } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconForbidden } from '../ui/icons.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { CopyId } from '../ui/values/CopyId.tsx';
import { useSession } from './session.ts';
import { keepRefusal, lastRefusal, signOut, startSignIn, type SignInResult } from './sign-in.ts';

/**
 * Shows its children while somebody is signed in and nothing is wrong with the session; otherwise the sign-in redirect
 * starts by itself, once (specification §4, §6), unless that has been tried too often.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const { isSignedIn, isLooking, isLeaving, error } = useSyncExternalStore(session.follow, session.standing);
  const started = useRef(false);
  const [result, setResult] = useState<SignInResult>('left');
  const isIn = isSignedIn && !isLooking && !error;
  const wanted = !isIn && !isLooking && !isLeaving;

  useEffect(
    function signIn() {
      if (wanted && !started.current) {
        started.current = true;
        if (error) {
          console.error('The session has failed', error);
          keepRefusal({ message: error.message });
        }
        void startSignIn(session).then(setResult);
      }
    },
    [session, wanted, error],
  );

  if (isIn) {
    return children;
  }
  return result === 'left' ? <LoadingPage /> : <SessionStopped reason={result} onResult={setResult} />;
}

interface Props {
  reason: Exclude<SignInResult, 'left'>;
  onResult: (result: SignInResult) => void;
}

/** In place of the console when signing in does not help: why, as the server put it, and what the user can do. */
function SessionStopped({ reason, onResult }: Props) {
  const session = useSession();
  const { t } = useTranslation();
  const refusal = lastRefusal();
  return (
    <LoadingPage>
      <EmptyState
        icon={IconForbidden}
        order={1}
        title={t(`session.${reason}.title`)}
        actions={
          <>
            <Button onClick={() => void startSignIn(session, true).then(onResult)}>{t('actions.retry')}</Button>
            <Button variant="default" onClick={() => void signOut(session).then(onResult)}>
              {t('actions.signOut')}
            </Button>
          </>
        }
      >
        <p>{t(`session.${reason}.text`)}</p>
        {refusal && (
          <p>
            {t('session.answer')} <span lang="en">{refusal.message}</span>
          </p>
        )}
        {refusal?.correlationId && (
          <p>
            {t('correlationId')} <CopyId value={refusal.correlationId} />
          </p>
        )}
      </EmptyState>
    </LoadingPage>
  );
}
