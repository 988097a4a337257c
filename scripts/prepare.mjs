/**
 * What a fresh clone needs before anything of it runs: the locked packages and the built console. Plain JavaScript without
 * dependencies, because it runs on whatever Node a machine has, before anything is installed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInStep, say } from './steps.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Whether this is an image of the product (deploy/container): what it has was installed as the image was built, and nothing else ever is. */
const isImage = !existsSync(join(root, 'package-lock.json'));

/** Node 24, from the locked packages (docs/decisions/0003); the machine's own Node may be older, that of an image is the same. */
export const node = isImage ? process.execPath : join(root, 'node_modules/.bin/node');

/** Where Node keeps what it compiled: a program starts in half the time when another has loaded the same files before. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** As many as programs and tests of one version leave, several times: some 60 MB. */
const mostCompiled = 10_000;

/** Node forgets nothing of what it compiled, be the files gone, or of another address in each run, as tests are. */
export function boundCompileCache(folder = compileCache.NODE_COMPILE_CACHE, most = mostCompiled) {
  if (existsSync(folder) && readdirSync(folder, { recursive: true }).length > most) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says what is being done, and how long it took. */
export async function step(title, work) {
  const began = Date.now();
  say(`› ${title}\n`);
  const result = await work();
  say(`  done in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  return result;
}

/** What ends a program with one sentence and without a stack trace. */
class Failure extends Error {}

/** Ends the program with one sentence. */
export function fail(sentence) {
  throw new Failure(sentence);
}

/**
 * Runs a program to its natural end, with the exit code it gives, or 1 after the sentence it failed with.
 *
 * @param usage - of one that takes no words: it says so when asked (`--help`), and refuses all others with 2.
 */
export async function program(work, { usage } = {}) {
  const words = usage === undefined ? [] : process.argv.slice(2);
  if (words.length > 0) {
    const isHelp = words.some((word) => word === '--help' || word === '-h') && words[0] !== '--';
    process[isHelp ? 'stdout' : 'stderr'].write(isHelp ? usage : `"${words[0]}" is a word too many.\n\n${usage}`);
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** Runs a program to its end in the project's root, with our Node first on the path; resolves to its exit code. */
export function run(program, args, { env = {}, quiet = false } = {}) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  return runInStep(program, args, { quiet, cwd: root, env: { ...compileCache, ...process.env, PATH: path, ...env } });
}

/** Of names within the project and contents: a built tree that is moved to another folder is still built. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn).toSorted()) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

const skipped = new Set(['node_modules', 'dist', 'generated']);

function filesIn(path) {
  if (!existsSync(path)) {
    return [];
  }
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => !skipped.has(name))
        .flatMap((name) => filesIn(join(path, name)))
    : [path];
}

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Installs the locked packages unless they are there already. */
export async function install() {
  if (isImage) {
    return;
  }
  boundCompileCache();
  const mark = join(root, 'node_modules/.noa-lock');
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (readText(mark) === wanted && existsSync(node)) {
    return;
  }
  await step('Installing packages (npm ci)', async () => {
    // npm empties the folder that the cache is in.
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
    if ((await run('npm', ['ci', '--no-audit', '--no-fund'], { env })) !== 0) {
      fail('npm ci failed; the lines above say why. Is the npm registry within reach?');
    }
  });
  if (!existsSync(node)) {
    fail(`There is no Node 24 package for ${process.platform}-${process.arch}; Noa runs on Linux, x64 or arm64.`);
  }
  writeFileSync(mark, wanted);
}

/** Beside the documents of the console. */
const sourcesOfTypes = [
  'schema.graphql',
  'domain/src/kinds',
  'console/write-types.ts',
  'console/unkeyed-selections.ts',
  'console/write-documents.ts',
];

/** Writes the console's documents of declared kinds, and the types of all its documents, unless they are from these very sources. */
export async function generateTypes() {
  const folder = join(root, 'console/src/api/generated');
  const mark = join(folder, '.source');
  const wanted = hashOf([...sourcesOfTypes, 'console/src'].map((path) => join(root, path)));
  if (readText(mark) === wanted) {
    return;
  }
  await step('Generating the console’s types from schema.graphql', async () => {
    if ((await run('npm', ['run', '--silent', 'codegen', '-w', '@noa/console'], { quiet: true })) !== 0) {
      fail('The console’s types could not be generated; the lines above say why.');
    }
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, wanted);
}

/** What the console is built of. */
export const sourcesOfConsole = ['console', 'docs/ghid', 'domain', 'schema.graphql', 'package-lock.json'];

/** Builds the console unless it was built from these very sources. */
export async function buildConsole() {
  const mark = join(root, 'console/dist/.source');
  const wanted = hashOf(sourcesOfConsole.map((path) => join(root, path)));
  if (readText(mark) === wanted) {
    return;
  }
  await generateTypes();
  await step('Building the console', async () => {
    if ((await run('npm', ['run', '--silent', 'build', '-w', '@noa/console'], { quiet: true })) !== 0) {
      fail('The console could not be built; the lines above say why.');
    }
  });
  writeFileSync(mark, wanted);
}
