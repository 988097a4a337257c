import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guides, readCommands } from './commands.mjs';
import { declared } from './declared.mjs';
import { root } from '../prepare.mjs';

describe('the commands of a guide', () => {
  it('are those of its blocks, without comments, with the text that is handed over', () => {
    const text = [
      "```sh\n# first\nnpm start   # installs\ncurl \\\n  --data '#1' x\nsu p <<'SQL'\nselect 1;  # not ours\nSQL\n```",
      '```conf\nno = command\n```',
    ].join('\n');
    expect(readCommands('README.md', text)).toEqual([
      'npm start',
      "curl \\\n  --data '#1' x",
      "su p <<'SQL'\nselect 1;  # not ours\nSQL",
    ]);
  });

  it('are those of the first column of a table, too', () => {
    const table = '| `npm run a` / `A=1 npx b` / `list` | does `npm run c` |\n';
    expect(readCommands('CONTRIBUTING.md', table)).toEqual(['npm run a', 'A=1 npx b']);
  });
});

describe.each(guides)('each command of %s', (guide) => {
  const commands = readCommands(guide);

  it('is declared: what the long tests do with it, or why they cannot (scripts/guides/declared.mjs)', () => {
    expect(commands).not.toHaveLength(0);
    expect(commands.filter((command) => !(command in declared[guide]))).toEqual([]);
    expect(Object.keys(declared[guide]).filter((command) => !commands.includes(command))).toEqual([]);
  });

  it('is one that a shell can read', () => {
    execFileSync('bash', ['-n'], { input: `${commands.join('\n')}\n`, stdio: ['pipe', 'ignore', 'pipe'] });
  });

  it('is there, where it is a script of ours', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:-]+)(?=\s|$)(?! -w)/g)]);
    const ours = named.map(([, name]) => name);
    expect(ours.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('is run where it is said to be, if it is elsewhere', () => {
    const said = Object.values(declared[guide]).filter(({ way }) => way === 'elsewhere');
    const missing = said.filter(({ file, words }) => !readFileSync(join(root, file), 'utf8').includes(words));
    expect(missing).toEqual([]);
  });
});

describe('each line of the log that the operator’s guide explains', () => {
  const guide = readFileSync(join(root, 'docs/operator.md'), 'utf8');
  const table = guide.slice(guide.indexOf('\n| line | says |'), guide.indexOf('\n\nWho looked at an ID number'));
  const lines = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  const product = globSync('server/src/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

  it.each(lines.map(([, line]) => line))('is one that Noa writes: %s', (line) => {
    const parts = line.split('…').map((each) => each.trim());
    expect(parts.filter((part) => !product.includes(part))).toEqual([]);
  });

  it('is found in the guide', () => {
    expect(lines.length).toBeGreaterThan(8);
  });
});

it('each heading of a document that the code names is there', () => {
  const files = globSync('{server,console,domain}/src/**/*.{ts,tsx}', { cwd: root });
  const named = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /\b(README|ARCHITECTURE|docs\/operator)(?:\.md)?, \\?"([A-Z][\w ]+)\\?"/g,
    ),
  ]);
  expect(named.length).toBeGreaterThan(3);
  const isThere = ([, name, heading]) =>
    new RegExp(`^#+ ${heading}$`, 'm').test(readFileSync(join(root, `${name}.md`), 'utf8'));
  expect(named.filter((each) => !isThere(each)).map(([said]) => said)).toEqual([]);
});
