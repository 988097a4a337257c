/** The names to avoid of docs/glossary.md, looked for in code, logs and documents. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './prepare.mjs';

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');

/** Append-only, printed from elsewhere, or about the words themselves. */
const exempt =
  /^(CHANGELOG\.md|\.changeset\/|package-lock\.json|schema\.graphql|docs\/glossary\.md|scripts\/glossary\.test\.mjs|server\/src\/database\/(migrations|releases)\/|server\/src\/database\/table-types\.ts|server\/src\/schema\.test\.ts|server\/src\/identity\/provider\/.*\/common-passwords\.txt|scripts\/own-words\.txt|deploy\/monitoring\/|console\/public\/locales\/)/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(
    (file) =>
      /\.(ts|tsx|mjs|css|md|sql|yml|json|service)$/.test(file) && !exempt.test(file) && existsSync(join(root, file)),
  )
  .map((file) => [file, readFileSync(join(root, file), 'utf8')]);

const avoided = glossary
  .slice(0, glossary.indexOf('## Names that stay'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').at(-2) ?? '');
const anywhere = new Set(avoided.flatMap((cell) => [...cell.matchAll(/\*([^*]+)\*/g)].map(([, words]) => words)));
const inIdentifiers = new Set(avoided.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)));

/** Whole names, and parts of those with dots. */
const staying = new Set(
  [...glossary.slice(glossary.indexOf('## Names that stay')).matchAll(/`([^`]+)`/g)].map(([, name]) =>
    name.split('.').at(-1),
  ),
);

const stepsOf = (name) => name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((step) => step.toLowerCase());

/** Whether the steps of a name to avoid stand one behind the other in a name: `setAside` in `listSetAside`. */
const isPartOf = (wanted, steps) => steps.some((_, at) => wanted.every((step, index) => steps[at + index] === step));

/** The code without comments and texts, but with what stands in `${}`. */
const codeOf = (text) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ' ')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) =>
      [...template.matchAll(/\$\{([^{}]*)\}/g)].map(([, code]) => code).join(' '),
    );

it.each([...anywhere])('nobody says %s', (words) => {
  const said = new RegExp(String.raw`(?<![\w.-])${words}(?![\w-])`, 'i');
  const found = files.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => (said.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

const words = [...inIdentifiers, ...[...anywhere].filter((name) => !name.includes(' '))].map(stepsOf);

const isAvoided = (name) => {
  const steps = stepsOf(name);
  return !staying.has(name) && words.some((wanted) => isPartOf(wanted, steps));
};

it('no identifier is called by a name to avoid', () => {
  const names = new Map();
  for (const [file, text] of files.filter(([path]) => /\.(ts|tsx|mjs)$/.test(path))) {
    for (const name of codeOf(text).match(/[A-Za-z_]\w*/g) ?? []) {
      names.set(name, file);
    }
  }
  const found = [...names].filter(([name]) => isAvoided(name));
  expect(found.map(([name, file]) => `${name}, as in ${file}`)).toEqual([]);
});

it('no document quotes code by a name to avoid', () => {
  const found = files
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/`([^`\n]+)`/g)]
        .flatMap(([, quoted]) => quoted.match(/[A-Za-z_]\w*/g) ?? [])
        .filter(isAvoided)
        .map((name) => `${file}: ${name}`),
    );
  expect(found).toEqual([]);
});

it('names each concept once, and avoids no name that it gives', () => {
  const names = glossary
    .slice(0, glossary.indexOf('## Names that stay'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Name'))
    .map((line) => line.split('|')[1]?.trim());
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => anywhere.has(name) || inIdentifiers.has(name))).toEqual([]);
});
