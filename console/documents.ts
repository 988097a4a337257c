import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemoryCache } from '@apollo/client/cache';
import { parse, print } from 'graphql';
import type { Plugin } from 'vite';

const fragmentStatement = /^graphql\(`(\s*fragment (\w+)[^`]*)`\);$/gm;
const documentCall = /\bgraphql\(`([^`]*)`\)/g;

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

/** The text that Apollo Client sends for a document. */
const sentText = (source: string) => print(new InMemoryCache().transformDocument(parse(source)));

/**
 * Puts each GraphQL document, parsed, where it is written, so that it travels with the screen that sends it. The generated
 * `graphql()` would look it up in one map of all documents, which everybody would load first.
 *
 * What imports `virtual:sent/<file in src>#<name>` has the text of that one document alone, as it is sent, for what is asked before Apollo Client
 * is here.
 */
export function inlineDocuments(): Plugin {
  let fragments: ReadonlyMap<string, string> = new Map();
  return {
    name: 'inline-documents',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^virtual:sent\// },
      handler(source) {
        const [file = '', name = ''] = source.slice('virtual:sent/'.length).split('#');
        return `${join(import.meta.dirname, 'src', file)}?sent=${name}`;
      },
    },
    buildStart() {
      fragments = readFragments();
    },
    transform: {
      filter: { id: /\.graphql\.ts(\?|$)/ },
      handler(code, id) {
        const name = /\?sent=(\w+)$/.exec(id)?.[1];
        if (name === undefined) {
          return code
            .replace(/^import \{ graphql \} from .*$/m, '')
            .replaceAll(fragmentStatement, '')
            .replaceAll(documentCall, (_call, source: string) =>
              JSON.stringify(parse(withFragments(source, fragments), { noLocation: true })),
            );
        }
        const source = new RegExp(String.raw`export const ${name} = graphql\(\`([^\`]*)\`\)`).exec(code)?.[1];
        if (source === undefined) {
          throw new Error(`${id} names no document`);
        }
        return `export default ${JSON.stringify(sentText(withFragments(source, fragments)))};`;
      },
    },
  };
}
