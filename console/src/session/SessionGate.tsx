import type { UserManager } from 'oidc-client-ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAuth } from 'react-oidc-context';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { SessionStopped } from './SessionStopped.tsx';
import { keepRefusal, startSignIn, type SignInResult } from './sign-in.ts';

interface Props {
  manager: UserManager;
  /** Whether somebody is known to be signed in before the library has looked. */
  isSomebody: boolean;
  children: ReactNode;
}

/**
 * Shows its children while somebody is signed in and nothing is wrong with the session; otherwise the sign-in redirect
 * starts by itself, once (specification §4, §6), unless that has been tried too often.
 */
export function SessionGate({ manager, isSomebody, children }: Props) {
  const { isAuthenticated, isLoading, activeNavigator, error } = useAuth();
  const started = useRef(false);
  const [result, setResult] = useState<SignInResult>('left');
  const wanted = !isLoading && !activeNavigator && (!isAuthenticated || error !== undefined);

  useEffect(
    function signIn() {
      if (wanted && !started.current) {
        started.current = true;
        if (error) {
          console.error('The session has failed', error.innerError);
          keepRefusal({ message: error.message });
        }
        void startSignIn(manager).then(setResult);
      }
    },
    [manager, wanted, error],
  );

  const isUndecided = isLoading && !activeNavigator;
  if ((isAuthenticated || (isUndecided && isSomebody)) && !error) {
    return children;
  }
  return result === 'left' ? (
    <LoadingPage />
  ) : (
    <SessionStopped manager={manager} reason={result} onResult={setResult} />
  );
}
