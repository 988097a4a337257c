import { createElement, lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { fetchCode } from './fetch-code.ts';

/** Any component, as React declares it. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A part of a screen whose code is fetched when it is first drawn (`fetchCode`).
 *
 * @param waiting - what stands in its place until its code and texts are there, null for nothing; when absent, what the `Suspense` around it shows.
 */
export function part<Part extends Component>(load: () => Promise<Part>, waiting?: ReactNode): Part {
  const Loaded = lazy<Component>(async () => ({ default: await fetchCode(load) }));
  const drawn =
    waiting === undefined
      ? Loaded
      : (props: ComponentProps<Part>) => createElement(Suspense, { fallback: waiting }, createElement(Loaded, props));
  // It takes what the component takes, of whichever types that is generic.
  return drawn as unknown as Part;
}
