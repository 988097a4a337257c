import type { RouteObject } from 'react-router';
import type { ScreenHandle } from '../ui/page/screen-title.ts';
import type { Viewer } from '../session/viewer.ts';
import { refusalOf } from './route-access.ts';

/** The addresses that need no id, of the screens that `viewer` is shown, as the route table has them. */
export const openPaths = (
  routes: readonly RouteObject[],
  viewer: Pick<Viewer, 'isStaff' | 'may'>,
  above: readonly unknown[] = [],
): string[] =>
  routes.flatMap(({ path, handle, children = [] }) => {
    const handles = [...above, handle];
    const title = (handle as ScreenHandle | undefined)?.title;
    const isOpen =
      path !== undefined &&
      title !== undefined &&
      title !== 'not_found' &&
      !/[:*]/.test(path) &&
      refusalOf(viewer, handles) === null;
    return [...(isOpen ? [path] : []), ...openPaths(children, viewer, handles)];
  });
