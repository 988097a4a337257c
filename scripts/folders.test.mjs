/** How large folders and files may become, that no files import each other in a circle, and whose records a journey may take. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './prepare.mjs';

/** Files beside each other in one folder, tests counted. */
const mostFiles = 25;

/** Folders that may only be added to: migrations, decisions, and a file of texts for each part of the console. */
const listings = [
  'server/src/database/migrations',
  'docs/decisions',
  'console/public/locales/ro',
  'console/public/locales/en',
];

const mostLines = 300;

/** What a program prints. */
const printed = /^(server\/src\/database\/table-types\.ts|schema\.graphql|package-lock\.json)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const sources = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !printed.test(file));
const textOf = (file) => readFileSync(join(root, file), 'utf8');

it(`no folder has more than ${mostFiles} files beside each other`, () => {
  const folders = Map.groupBy(files, dirname);
  const crowded = [...folders].filter(([folder, own]) => own.length > mostFiles && !listings.includes(folder));
  expect(crowded.map(([folder, own]) => `${folder}: ${own.length}`)).toEqual([]);
});

it(`no file has more than ${mostLines} lines`, () => {
  const long = sources
    .map((file) => [file, textOf(file).split('\n').length - 1])
    .filter(([, count]) => count > mostLines);
  expect(long.map(([file, count]) => `${file}: ${count}`)).toEqual([]);
});

it('no files import each other in a circle', () => {
  const imports = new Map(
    sources.map((file) => [
      file,
      // What is a type alone is gone when the program runs, and what is imported later is no circle.
      [...textOf(file).matchAll(/^(?:import|export)(?! type)[^;'"]*?['"](\.\.?\/[^'"]+)['"]/gm)].map(([, path]) =>
        relative(root, resolve(root, dirname(file), path)),
      ),
    ]),
  );
  const done = new Set();
  const circles = [];
  const visit = (file, way) => {
    if (way.includes(file)) {
      circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
    } else if (!done.has(file)) {
      for (const next of imports.get(file) ?? []) {
        visit(next, [...way, file]);
      }
      done.add(file);
    }
  };
  for (const file of imports.keys()) {
    visit(file, []);
  }
  expect(circles).toEqual([]);
});

it('no journey takes whichever record stands first in a list that other journeys add to', () => {
  const takes = sources
    .filter((file) => file.startsWith('e2e/'))
    .flatMap((file) => [...textOf(file).matchAll(/(\w+)\(first: 1\)/g)].map(([, list]) => `${file}: ${list}`))
    .filter((each) => !each.endsWith(': auditEntries'));
  expect(takes).toEqual([]);
});
