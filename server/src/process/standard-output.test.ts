import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A program that logs, says so on standard error, and may be ended. Its standard output is a disk that is full, or read as it comes. */
function aProgram(script: string, isFull: boolean) {
  const full = openSync('/dev/full', 'w');
  const program = `
    import { createLogger } from ${moduleUrl('logging.ts')};
    import { endWhenBroken } from ${moduleUrl('process-end.ts')};
    import { runCommand } from ${moduleUrl('run-command.ts')};
    const logger = createLogger('info');
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', isFull ? full : 'pipe', 'pipe'],
  });
  closeSync(full);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const ended = async (child: ReturnType<typeof aProgram>) => {
  const [err, [code, signal]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  return { err, code: code as number | null, signal: signal as string | null };
};

describe('standard output on a disk that is full', () => {
  it('keeps no server from going on, nor from its end', async () => {
    const program = aProgram(
      `endWhenBroken(logger);
      const log = () => logger.info('something happened');
      log();
      process.stdout.on('error', () => undefined);
      setTimeout(log, 50);
      setTimeout(() => process.stderr.write('goes on'), 100);`,
      true,
    );

    expect(await ended(program)).toEqual({ err: 'goes on', code: 0, signal: null });
  });

  it('keeps no server from being started again, after what nobody waited for', async () => {
    const program = aProgram(`endWhenBroken(logger); setTimeout(() => { throw new Error('broken'); }, 50);`, true);

    expect(await ended(program)).toEqual({ err: '', code: null, signal: 'SIGKILL' });
  });

  it('is told by the exit code of a command, which does what it has to', async () => {
    const program = aProgram(
      `await runCommand({ usage: '', run: async () => {
        process.stdout.write('here it is');
        await new Promise((resolve) => setTimeout(resolve, 50));
        process.stderr.write('done');
      } });`,
      true,
    );

    expect(await ended(program)).toEqual({ err: 'done', code: 2, signal: null });
  });
});

describe('standard output that is read', () => {
  it('has every line, in its order, also those before the process ends at once', async () => {
    const program = aProgram(
      `endWhenBroken(logger);
      setTimeout(() => {
        for (let line = 0; line < 2_000; line += 1) { logger.info({ line }, 'ț'); }
        throw new Error('broken');
      });`,
      false,
    );
    const [out, { signal }] = await Promise.all([text(program.stdout as Readable), ended(program)]);

    expect(signal).toBe('SIGKILL');
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { line?: number }).line)).toEqual([
      ...Array.from({ length: 2_000 }, (_, line) => line),
      undefined, // it is broken
    ]);
  });
});
