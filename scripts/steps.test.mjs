import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';
import { lastComplaints, runInStep, runStep } from './steps.mjs';

const node = process.execPath;

/** Runs a step beside others, and keeps what is printed. */
async function trial(step, work) {
  let printed = '';
  const ended = await runStep(
    { title: 'Lint', limitSeconds: 60, beside: true, ...step, print: (more) => (printed += more) },
    work,
  );
  return { ...ended, printed };
}

/** Processes whose command line has this word. */
const running = (word) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(word) && !line.includes('ps -eo'));

describe('a step', () => {
  it('gives what its work gives, and prints its output in one piece under its name', async () => {
    const { result, printed } = await trial({}, async () => {
      const first = await runInStep(node, ['-e', 'console.log("said"); process.exitCode = 3'], {});
      await runInStep(node, ['-e', 'console.error("complained")'], {});
      return first;
    });

    expect(result).toBe(3);
    expect(printed).toMatch(/^\n=== Lint \(\d+\.\d s\)\nsaid\ncomplained\n$/);
  });

  it('knows what its programs have last said to be wrong, and no other step does', async () => {
    const complaint = (word) => () =>
      runInStep(node, ['-e', `console.log('fine'); console.error('\\x1b[31m${word}\\x1b[39m')`], {}).then(
        lastComplaints,
      );
    const [one, other] = await Promise.all([trial({}, complaint('ab'.repeat(3_000))), trial({}, complaint('other'))]);

    expect(one.result).toBe('ab'.repeat(3_000).slice(-one.result.length));
    expect(one.result.length).toBeGreaterThan(3_900);
    expect(other.result).toBe('other');
  });

  it('gives nothing and prints why when its work throws', async () => {
    const { result, printed } = await trial({}, () => Promise.reject(new Error('no such thing')));

    expect(result).toBeUndefined();
    expect(printed).toContain('Error: no such thing');
  });

  it('is stopped at its limit with all it has started, and named', async () => {
    const mark = `mark-${process.pid}-${Date.now()}`;
    // Deaf to being asked, and so is its child.
    const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const parent = `${deaf} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}, '${mark}']);`;

    const { result, printed, seconds } = await trial({ limitSeconds: 0.5, grace: 100 }, async () => {
      await runInStep(node, ['-e', parent, mark], {});
      return runInStep(node, ['-e', '', mark], {});
    });

    expect(result).toBeUndefined();
    expect(printed).toContain('✗ Lint was stopped: it took longer than its limit of 0.5 s\n');
    expect(seconds).toBeLessThan(30);
    await expect.poll(() => running(mark)).toEqual([]);
  });

  it('is stopped at its limit when what it waits for is no process', async () => {
    const { result, printed } = await trial({ limitSeconds: 0.01, grace: 10 }, () => new Promise(() => {}));

    expect(result).toBeUndefined();
    expect(printed).toContain('✗ Lint was stopped');
  });

  it('ends with what it has started when the whole is told to', async () => {
    const mark = `mark-${process.pid}-${Date.now()}`;
    const program = `
      import { passSignalsToSteps, runInStep, runStep } from './scripts/steps.mjs';
      passSignalsToSteps();
      await runStep({ title: 'Lint', limitSeconds: 60 }, () =>
        runInStep(process.execPath, ['-e', 'console.log("runs"); setInterval(() => {}, 1000)', '${mark}'], {}));`;
    const whole = spawn(node, ['--input-type=module', '-e', program], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(whole, 'exit');
    for await (const chunk of whole.stdout.iterator({ destroyOnReturn: false })) {
      if (String(chunk).includes('runs')) {
        break;
      }
    }

    whole.kill('SIGTERM');

    expect(await ended).toEqual([null, 'SIGTERM']);
    await text(whole.stdout);
    await expect.poll(() => running(mark)).toEqual([]);
  });
});
