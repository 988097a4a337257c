import { start } from './app/start/start.tsx';
import { fetchCode } from './loading/fetch-code.ts';

// The same page is the frame in which sessions are renewed; there it only passes on the provider's answer.
if (location.pathname === '/silent') {
  void fetchCode(() => import('./session/user-manager.ts')).then(({ completeSilentSignIn }) => completeSilentSignIn());
} else {
  void start();
}
