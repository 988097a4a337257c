/** Files and folders that documents and comments name are there: whoever moves one finds here who sends readers to it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './prepare.mjs';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));

/** What lies here, from any folder on: `kinds/field.ts` as well as `domain/src/kinds/field.ts`. */
const known = new Set(
  files.flatMap((file) => {
    const steps = file.split('/');
    const above = steps.map((_, index) => steps.slice(0, index + 1));
    return above.flatMap((path) => path.map((_, index) => path.slice(index).join('/')));
  }),
);

/** Says what was, append-only. */
const exempt = /^(CHANGELOG\.md|\.changeset\/|server\/src\/database\/(migrations|releases)\/)/;

const isComment = /^\s*(\/?\*|\/\/|--|#)/;

/** Relative paths alone: `/etc/noa/noa.env` is a machine's, and `a/*.ts` no file. */
const named = /(?<![\w/.@:*<>…-])(?:\.{1,2}\/)*((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|sql|md|ya?ml|css|service))\b/g;
const namedFolder = /`((?:[\w-]+\/){2,})`/g;

it('every file and folder that a document or a comment names exists', () => {
  const lines = files
    .filter((file) => /\.(md|tsx?|mjs|sql|ya?ml|css|service)$/.test(file) && !exempt.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ file, text, at: `${file}:${index + 1}` })),
    )
    .filter(({ file, text }) => file.endsWith('.md') || isComment.test(text));
  const gone = lines.flatMap(({ text, at }) =>
    [...text.matchAll(named), ...text.matchAll(namedFolder)]
      .map(([, path]) => path.replaceAll(/^(\.{1,2}\/)+|\/$/g, ''))
      .filter((path) => !path.split('/').includes('generated') && !known.has(path))
      .map((path) => `${at}: ${path}`),
  );
  expect(gone).toEqual([]);
});
