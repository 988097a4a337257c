import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What everybody loads before the first screen stands: the entry, the first screen, and its chart, which follows at once. */
const first = ['src/main.tsx', 'src/screens/home/Home.tsx', 'src/screens/home/EventChart.tsx'].map((path) =>
  join(import.meta.dirname, path),
);

/** Everything that `first` imports, without what it loads later. */
function closureOf(context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (!found.has(id)) {
      found.add(id);
      context.getModuleInfo(id)?.importedIds.forEach(visit);
    }
  };
  first.forEach(visit);
  return found;
}

/**
 * What no first screen has: what hangs over a page, placed beside what it is about, with all that only this needs; and radio buttons.
 * Mantine is one module to those who import it, so that all of it that is used anywhere would be the first screen's.
 */
const later = new RegExp(
  [
    String.raw`@floating-ui[\\/](?!react[\\/].*utils)[^?]*$`,
    String.raw`@mantine[\\/](core|hooks)[\\/]esm[\\/](?:.*[\\/])?(AccordionChevron|Floating|FocusTrap|Overlay|Popover|Radio|VisuallyHidden|close-on-escape|create-event-handler|get-ref-prop|get-single-element-child|is-element|use-focus-return|use-focus-trap|use-long-press|clamp)[\\/.]`,
  ].join('|'),
);

/**
 * Gives Mantine's ScrollArea, which every table has, a copy of the one file of floating-ui: it needs a function of a few lines, with
 * which all that places popovers would be in the first screen's chunk.
 */
export const popoversApart = (): Plugin => ({
  name: 'popovers-apart',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^@floating-ui\/react$/ },
    async handler(source, importer, options) {
      const found =
        importer?.includes('ScrollArea') && (await this.resolve(source, importer, { ...options, skipSelf: true }));
      return found ? { ...found, id: `${found.id}?scroll-area` } : null;
    },
  },
});

/** A long-lived chunk of everything that the named packages hold. */
const group = (name: string, priority: number, packages: readonly string[]) => ({
  name,
  priority,
  test: new RegExp(`node_modules[\\\\/](${packages.join('|')})[\\\\/]`),
});

/**
 * How the code is cut: two chunks of packages that outlive most releases, and one of all else that the first screen needs. Left
 * to itself the bundler makes one for each set of screens that share a module, and the first visit waits for dozens.
 */
export function chunks(): Rolldown.CodeSplittingGroup[] {
  let start: ReadonlySet<string> | undefined;
  return [
    group('react', 3, ['react', 'react-dom', 'scheduler', 'react-router']),
    group('data', 2, [
      '@apollo',
      'graphql',
      'rxjs',
      '@wry',
      'optimism',
      'oidc-client-ts',
      'react-oidc-context',
      'jwt-decode',
      'i18next',
      'react-i18next',
      'i18next-http-backend',
    ]),
    {
      debugName: 'start',
      priority: 1,
      // What is not named here stays where it is used.
      includeDependenciesRecursively: false,
      name: (id, context) => {
        start ??= closureOf(context);
        // What the entry loads by name stays a file of its own.
        return start.has(id) && !first.slice(1).includes(id) && !later.test(id) ? 'start' : null;
      },
    },
  ];
}
