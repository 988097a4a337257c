import { lazy, type LazyExoticComponent } from 'react';
import { fetchCode } from './fetch-code.ts';

/** Any component, as React declares it. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** A part of a screen whose code is fetched when it is first drawn (`fetchCode`); until then the `Suspense` around it shows what it has instead. */
export const part = <Part extends Component>(load: () => Promise<Part>): LazyExoticComponent<Part> =>
  lazy(async () => ({ default: await fetchCode(load) }));
