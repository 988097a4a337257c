import type { User, UserManager } from 'oidc-client-ts';
import type { ReactNode } from 'react';
import { AuthProvider } from 'react-oidc-context';
import { SessionGate } from './SessionGate.tsx';
import { targetOf } from './sign-in.ts';

function handleSignedIn(user: User | undefined) {
  // The router is made after this and finds the page that was asked for, without the provider's parameters.
  history.replaceState(null, '', targetOf(user?.state));
}

interface Props {
  manager: UserManager;
  /** Whether somebody is known to be signed in before the library has looked. */
  isSomebody: boolean;
  children: ReactNode;
}

/** Everything inside is seen by signed-in users only. */
export function SessionProvider({ manager, isSomebody, children }: Props) {
  return (
    <AuthProvider userManager={manager} onSigninCallback={handleSignedIn}>
      <SessionGate manager={manager} isSomebody={isSomebody}>
        {children}
      </SessionGate>
    </AuthProvider>
  );
}
