import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { useSession } from './session.ts';
import { SessionStopped } from './SessionStopped.tsx';
import { keepRefusal, startSignIn, type SignInResult } from './sign-in.ts';

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
