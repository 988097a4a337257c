import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { commands, programOf } from './programs.mjs';
import { compileCache, root } from '../prepare.mjs';

/** All are judged by the same lines: each commit tries one of what is alike, a night all (decision 49). */
const isThorough = process.env.TEST_THOROUGH === '1';
const some = (all, few) => (isThorough ? all : all.slice(-few));
/** Of the two questions one is asked of each program, the other of the next, in one of its two ways: a start of a program each. */
const alternating = (question, nth, all) =>
  isThorough ? all : nth % 2 === question ? [all[Math.floor(nth / 2) % 2]] : [];

/** A folder that no command may make. */
const dataDir = join(tmpdir(), `noa-untouched-${process.pid}`);

/** Settings that cannot be used: what reads them, or reaches for a database, says something else than how it is used. */
const settings = {
  ...compileCache,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  NODE_ENV: 'no such environment',
};

async function run(program, args) {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env: settings });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  return { out, err, code };
}

/** What stands behind each command where it is used as it should be. */
const wellUsed = {
  backup: [],
  list: [],
  verify: ['/mnt/backups/latest'],
  restore: ['/mnt/backups/latest'],
  export: ['Primăria', 'town.zip'],
  import: ['town.zip'],
  user: ['add', 'ana@primaria.ro', '--role', 'root'],
  'invite-root': [],
  'add-gateway': ['gateway-north'],
  'rotate-key': [],
  'check-grants': [],
};

/** By command, or by what npm runs: the program, the words in front, and those of good use. */
const cases = [
  ...Object.entries(wellUsed).map(([command, args]) => ({
    name: `noa ${command}`,
    program: programOf([command, ...args]),
    words: [command],
    args,
  })),
  { name: 'noa import of a list', program: programOf(['import', 'a.csv']), words: ['import'], args: ['a.csv'] },
  { name: 'npm start', program: 'scripts/start.mjs', words: [], args: [] },
  { name: 'npm run build', program: 'scripts/build.mjs', words: [], args: [] },
  { name: 'the server', program: 'server/src/main.ts', words: [], args: [] },
];

it('every command is tried', () => {
  expect(Object.keys(wellUsed).toSorted()).toEqual(commands.toSorted());
});

it('what npm runs for who looks after a server is one of these', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [script, command] of [
    ['backup', 'noa.mjs backup'],
    ['restore', 'noa.mjs restore'],
    ['verify', 'noa.mjs verify'],
    ['rotate-key', 'noa.mjs rotate-key'],
    ['check:grants', 'noa.mjs check-grants'],
    ['start', 'start.mjs'],
    ['build', 'build.mjs'],
  ]) {
    expect(scripts[script]).toMatch(new RegExp(`^(exec )?node scripts/${command}$`));
  }
});

const isUntouched = () => !existsSync(dataDir);

/** Commands of one program read their words by the same lines: of each the last is asked. */
const asked = isThorough ? cases : [...new Map(cases.map((each) => [each.program, each])).values()];

describe.concurrent.each(asked.map((each, nth) => ({ ...each, nth })))('$name', ({ program, words, args, nth }) => {
  it.for(alternating(0, nth, [[['--help']], [[...args, '--help', '--bogus']]]))(
    'says how it is used, and does nothing, with %j',
    async ([given], { expect: check }) => {
      const { out, err, code } = await run(program, [...words, ...given]);
      check({ err, code, untouched: isUntouched() }).toEqual({ err: '', code: 0, untouched: true });
      check(out).toMatch(/^(npx noa|npm|node) /);
    },
  );

  it.for(alternating(1, nth, [[[...args, '--bogus']], [[...args, 'superfluous']]]))(
    'does nothing with %j, and says what is wrong and how it is used',
    async ([given], { expect: check }) => {
      const { out, err, code } = await run(program, [...words, ...given]);
      check({ out, code, untouched: isUntouched() }).toEqual({ out: '', code: 2, untouched: true });
      check(err).toMatch(/bogus|superfluous/);
      check(err).toMatch(/^(npx noa|npm|node) /m);
    },
  );
});

describe.concurrent('noa', () => {
  it('says how all are used', async ({ expect: check }) => {
    const { out, code } = await run('scripts/noa.mjs', ['--help']);
    check(code).toBe(0);
    check(commands.filter((command) => !out.includes(command))).toEqual([]);
  });

  it.for(
    some(
      [
        '',
        'no-such-command',
        '--to /mnt/backups backup',
        'user',
        'user remove ana@primaria.ro',
        'verify',
        'export Primăria',
        'add-gateway',
        'add-gateway -- --help',
      ],
      3,
    ).map((line) => [line]),
  )('does nothing with "%s"', async ([line], { expect: check }) => {
    const args = line.split(' ').filter((word) => word !== '');
    const { out, err, code } = await run(programOf(args), args);
    check({ out, code, untouched: isUntouched() }).toEqual({ out: '', code: 2, untouched: true });
    check(err).not.toBe('');
  });
});
