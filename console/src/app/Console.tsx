import { RouterProvider } from 'react-router/dom';
import { useViewer, exclusionOf } from '../session/viewer.ts';
import { Exclusion } from './Exclusion.tsx';
import { theRouter } from './router.ts';

/** The console of a signed-in user, or why there is none for them. */
export function Console() {
  const exclusion = exclusionOf(useViewer());
  return exclusion ? <Exclusion reason={exclusion} /> : <RouterProvider router={theRouter()} />;
}
