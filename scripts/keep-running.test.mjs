import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepRunning, pauseAfter } from './keep-running.mjs';
import { root } from './prepare.mjs';

/**
 * A program that does the next of `lives` each time it is started, and the last one from then on.
 *
 * @returns how it ended, what was said of it, how often it was started, and how it is told to end.
 */
function trial(...lives) {
  const folder = mkdtempSync(join(tmpdir(), 'noa-keep-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'starts');
  const source = `
    const { appendFileSync, readFileSync } = require('node:fs');
    appendFileSync(${JSON.stringify(file)}, '.');
    const lives = ${JSON.stringify(lives)};
    eval(lives[Math.min(readFileSync(${JSON.stringify(file)}, 'utf8').length, lives.length) - 1]);`;
  const said = [];
  const { exitCode, stop } = keepRunning(
    [process.execPath, '-e', source],
    {},
    { say: (line) => said.push(line), pause: () => 1 },
  );
  const starts = () => {
    try {
      return readFileSync(file, 'utf8').length;
    } catch {
      return 0; // not started yet
    }
  };
  return { exitCode, stop, said, starts };
}

const crashes = 'process.kill(process.pid, "SIGKILL")';
const isNotThereYet = 'process.exitCode = 75';
const servesAndCrashes = 'process.send("serving", () => process.kill(process.pid, "SIGKILL"))';
const serves = 'process.send("serving"); setInterval(() => {}, 1000)';

describe('what keeps a program running', () => {
  it('starts it again when it crashed or found something away, and ends when it ends', async () => {
    const { exitCode, said, starts } = trial(crashes, isNotThereYet, 'process.exitCode = 0');

    expect(await exitCode).toBe(0);
    expect(starts()).toBe(3);
    expect(said).toEqual([
      'The server was killed (SIGKILL); starting it again in 0.0 s.',
      'The server ended with code 75; starting it again in 0.0 s.',
    ]);
  });

  it('leaves it alone when it refuses to start', async () => {
    const { exitCode, starts } = trial('process.exitCode = 1');

    expect(await exitCode).toBe(1);
    expect(starts()).toBe(1);
  });

  it('gives it up when it has never served, and never when it has', async () => {
    const never = trial(isNotThereYet);
    const once = trial(servesAndCrashes, ...Array.from({ length: 12 }, () => isNotThereYet), 'process.exitCode = 0');

    expect([await never.exitCode, never.starts()]).toEqual([1, 10]);
    expect(never.said.at(-1)).toContain('has never served; giving up');
    expect([await once.exitCode, once.starts()]).toEqual([0, 14]);
  }, 20_000);

  it('passes on that it is to end, and starts nothing any more', async () => {
    const { exitCode, stop, starts } = trial(serves);
    await vi.waitUntil(() => starts() === 1);

    stop('SIGTERM');

    expect(await exitCode).toBe(0);
    expect(starts()).toBe(1);
  });

  it('waits longer each time it crashes within a minute, up to half a minute', () => {
    expect([1, 2, 3, 6, 20].map(pauseAfter)).toEqual([100, 200, 400, 3_200, 30_000]);
  });
});

it('`npm start` is ended by who ends npm, as a supervisor does: no server is left behind that holds the port and the data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noa-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }));
  mkdirSync(join(folder, 'scripts'));
  const ended = join(folder, 'ended');
  const source = `
    import { writeFileSync } from 'node:fs';
    const alive = setInterval(() => {}, 1_000);
    process.once('SIGTERM', (signal) => {
      writeFileSync(${JSON.stringify(ended)}, signal);
      clearInterval(alive);
    });
    console.log('serves', process.pid);`;
  writeFileSync(join(folder, 'scripts', 'start.mjs'), source);

  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(npm.stdout, 'data');
  const pid = Number(/serves (\d+)/.exec(String(said))?.[1]);
  const isAlive = () => existsSync(`/proc/${pid}`);
  onTestFinished(() => void (isAlive() && process.kill(pid, 'SIGKILL')));
  npm.kill('SIGTERM');

  await vi.waitFor(() => expect(isAlive()).toBe(false), 20_000);
  expect(readFileSync(ended, 'utf8')).toBe('SIGTERM');
});
