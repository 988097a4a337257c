import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { Outlet } from 'react-router';

/** Around the screens that keep typed state in their address. */
export function Component() {
  return (
    <NuqsAdapter>
      <Outlet />
    </NuqsAdapter>
  );
}
