import type { Permission } from '@noa/domain/permissions.ts';
import { NotAllowed } from '../crud/list/ListEmpty.tsx';
import { Page } from '../ui/page/Page.tsx';
import { useScreenTitle } from '../ui/page/screen-title.ts';

/** In the place of a screen that demands what the viewer may not do: says which roles may. */
export function Refused({ permission }: { permission: Permission }) {
  return (
    <Page title={useScreenTitle()}>
      <NotAllowed permission={permission} />
    </Page>
  );
}
