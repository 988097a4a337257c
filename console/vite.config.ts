import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { parse } from 'graphql';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { chunks, popoversApart } from './chunks.ts';
import { guides } from './guides.ts';
import { kindTexts } from './kind-texts.ts';
import { mapFromSource } from './map-from-source.ts';
import { precompressed } from './precompressed.ts';

/** Where `npm run dev` finds the server that `npm start` runs. */
const server = process.env['NOA_SERVER'] ?? 'http://localhost:8080';

const fragmentStatement = /^graphql\(`(\s*fragment (\w+)[^`]*)`\);$/gm;

/** The fragments of all documents, by name: one may be spread in another file than it is written in. */
const readFragments = () =>
  new Map(
    globSync('src/**/*.graphql.ts', { cwd: import.meta.dirname }).flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(fragmentStatement)].map(
        ([, source = '', name = '']) => [name, source] as const,
      ),
    ),
  );

/** A document with the fragments that it spreads, and those that they spread, each once. */
function withFragments(source: string, fragments: ReadonlyMap<string, string>): string {
  const sources = new Set([source]);
  for (const each of sources) {
    for (const [, name = ''] of each.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)) {
      const fragment = fragments.get(name);
      if (fragment === undefined) {
        throw new Error(`No fragment is called ${name}`);
      }
      sources.add(fragment);
    }
  }
  return [...sources].join('\n');
}

/**
 * Puts each GraphQL document, parsed, where it is written, so that it travels with the screen that sends it. The generated
 * `graphql()` would look it up in one map of all documents, which everybody would load first.
 */
function inlineDocuments(): Plugin {
  let fragments: ReadonlyMap<string, string> = new Map();
  return {
    name: 'inline-documents',
    enforce: 'pre',
    buildStart() {
      fragments = readFragments();
    },
    transform: {
      filter: { id: /\.graphql\.ts$/ },
      handler: (code) =>
        code
          .replace(/^import \{ graphql \} from .*$/m, '')
          .replaceAll(fragmentStatement, '')
          .replaceAll(/\bgraphql\(`([^`]*)`\)/g, (_call, source: string) =>
            JSON.stringify(parse(withFragments(source, fragments), { noLocation: true })),
          ),
    },
  };
}

export default defineConfig({
  // rxjs ships its code for old browsers unless asked otherwise.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  plugins: [
    inlineDocuments(),
    kindTexts(),
    guides(),
    mapFromSource(),
    popoversApart(),
    react({ compiler: true }),
    precompressed(),
  ],
  server: {
    proxy: Object.fromEntries(
      ['/graphql', '/realms', '/config.json', '/health', '/downloads', '/map/'].map((path) => [path, server]),
    ),
  },
  build: {
    target: 'es2022',
    // Older targets would rewrite light-dark() into something that does not follow Mantine's colour scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    // The policy of the pages allows scripts from files only, and one request per small icon is not worth a data address.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks() },
      },
    },
  },
});
