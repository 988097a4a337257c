import { completeSilentSignIn } from './session/silent.ts';
import { start } from './app/start/start.tsx';

// The same page is the frame in which sessions are renewed; there it only passes on the provider's answer.
if (location.pathname === '/silent') {
  void completeSilentSignIn();
} else {
  void start();
}
