import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { Outlet } from 'react-router';

/** Around every screen that keeps state in its address. */
export function Component() {
  return (
    <NuqsAdapter>
      <Outlet />
    </NuqsAdapter>
  );
}
