import type { Permission } from '@noa/domain/permissions.ts';
import type { Viewer } from '../session/viewer.ts';
import type { ScreenHandle } from '../ui/page/screen-title.ts';

/** Why a screen is not shown: it is for the staff, or demands a permission that the viewer does not have; null if it is. */
export type Refusal = 'staffOnly' | Permission | null;

/**
 * Whether `viewer` is shown a screen.
 *
 * @param handles - what the route table says of the matched routes, the screen's own last.
 */
export function refusalOf(viewer: Pick<Viewer, 'isStaff' | 'may'>, handles: readonly unknown[]): Refusal {
  const said = handles as readonly (ScreenHandle | undefined)[];
  if (!viewer.isStaff && !said.some((handle) => handle?.everybody)) {
    return 'staffOnly';
  }
  const permission = said.findLast((handle) => handle?.permission !== undefined)?.permission ?? null;
  return permission === null || viewer.may(permission) ? null : permission;
}
