import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A text of another program is for people: it changes with versions and languages. Its codes and types are for programs. */
const decisions = [
  /\bmessage\??\.(includes|startsWith|endsWith|match|matchAll|search|indexOf)\(/,
  /\.(test|exec)\((String\()?[\w.?]*\b(message|error|err|cause)\)/,
  /\bmessage\)?\s*(===|!==|==|!=)\s*['"`]/,
  /\bString\((error|err|cause)\)\.(includes|startsWith|endsWith|match|search|indexOf)\(/,
];

it('decides nothing by the text of a message', () => {
  const sources = globSync('{server,domain,console,bench}/{src,.}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('/dist') || path.includes('/generated'),
  }).concat(globSync('scripts/**/*.mjs', { cwd: root }));
  const found = sources
    .filter((path) => !/\.test\.(ts|tsx|mjs)$/.test(path))
    .filter((path) => decisions.some((decision) => decision.test(readFileSync(`${root}/${path}`, 'utf8'))));

  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
