import type { ComponentType } from 'react';
import type { Permission } from '@noa/domain/permissions.ts';
import { fetchCode } from '../loading/fetch-code.ts';
import type { ScreenHandle } from '../ui/page/screen-title.ts';
import { RouteError } from './RouteError.tsx';
import { loadTexts } from './start/texts.ts';

/** Fetches a screen, when somebody goes there. */
export type LoadScreen = () => Promise<{ readonly Component: ComponentType }>;

/**
 * A screen at its address, and its texts, loaded together when the user goes there.
 *
 * @param title - its name in the specification.
 * @param permission - who may not do this is told so instead; null: nobody is.
 * @param texts - the namespaces that it speaks by.
 */
export const screen = (
  path: string,
  title: string,
  permission: Permission | null,
  load: LoadScreen,
  texts: readonly string[] = [],
) => ({
  path,
  lazy: () =>
    fetchCode(async () => {
      const [{ Component }] = await Promise.all([load(), loadTexts(texts)]);
      // With the screen, as one that has not come draws nothing of its own: the router leaves out all from it on down.
      return { Component, ErrorBoundary: RouteError };
    }),
  handle: { title, permission } satisfies ScreenHandle,
});
