import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useViewer, exclusionOf } from '../session/viewer.ts';
import { Exclusion } from './Exclusion.tsx';
import { routes } from './routes.tsx';

// Made when the first user is in, after the provider's parameters have left the address, and once for the page's life.
let router: ReturnType<typeof createBrowserRouter> | undefined;

const theRouter = () => (router ??= createBrowserRouter(routes));

/** The console of a signed-in user, or why there is none for them. */
export function Console() {
  const exclusion = exclusionOf(useViewer());
  return exclusion ? <Exclusion reason={exclusion} /> : <RouterProvider router={theRouter()} />;
}
