import { createBrowserRouter } from 'react-router';
import { routes } from './routes.tsx';
import { until } from '../listeners.ts';

// Made when the first user is in, after the provider's parameters have left the address, and once for the page's life.
let router: ReturnType<typeof createBrowserRouter> | undefined;

/** What leads from addresses to screens; the first call begins to load the screen of the present address. */
export const theRouter = () => (router ??= createBrowserRouter(routes));

/** Resolves when the screen of the address is here, with its texts, or has failed to come: what there is to show then, the router knows. */
export function firstScreenLoaded(): Promise<void> {
  const made = theRouter();
  return until(
    (listener) => made.subscribe(listener),
    () => made.state.initialized,
  );
}
