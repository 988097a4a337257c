import { join } from 'node:path';
import type { Rolldown } from 'vite';

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
      name: (id, context) => {
        start ??= closureOf(context);
        // What the entry loads by name stays a file of its own.
        return start.has(id) && !first.slice(1).includes(id) ? 'start' : null;
      },
    },
  ];
}
