/** Keeps a program running: started again when it crashes, with growing pauses, and not when it says that a person has to act. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** With 0 a program has ended as it should, with 1 it refuses to start as it is set up: to start it again changes nothing. */
const final = new Set([0, 1]);

/** Milliseconds before it is started again, at the most. */
const longestPause = 30_000;

/** Starts after which a program is given up that has never served. */
const triesBeforeServing = 10;

/** @returns milliseconds: little after the first crash within a minute, and each time twice as much. */
export const pauseAfter = (crashes) => Math.min(longestPause, 50 * 2 ** crashes);

/**
 * Runs a program until it ends as it should, or is told to.
 *
 * @param command - program and arguments. It says by `process.send()` when it serves.
 * @param options - of `spawn`.
 * @returns its `exitCode`, a promise, and `stop`, which passes a signal on.
 */
export function keepRunning(
  [program, ...args],
  options,
  { say = (line) => process.stderr.write(`${line}\n`), pause = pauseAfter } = {},
) {
  const stopping = new AbortController();
  let child;

  const runOnce = (onServing) =>
    new Promise((resolve, reject) => {
      child = spawn(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      child.once('message', onServing);
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal }));
    });

  async function run() {
    let hasServed = false;
    const crashes = [];
    for (;;) {
      const { code, signal } = await runOnce(() => (hasServed = true));
      if (stopping.signal.aborted || final.has(code)) {
        return code ?? (signal === 'SIGKILL' ? 1 : 0);
      }
      crashes.push(Date.now());
      const how = signal ? `was killed (${signal})` : `ended with code ${code}`;
      if (!hasServed && crashes.length >= triesBeforeServing) {
        say(`The server ${how}, for the ${crashes.length}th time, and has never served; giving up.`);
        return 1;
      }
      const pauseMs = pause(crashes.filter((at) => at > Date.now() - 60_000).length);
      say(`The server ${how}; starting it again in ${(pauseMs / 1_000).toFixed(1)} s.`);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined); // told to end
      if (stopping.signal.aborted) {
        return 0;
      }
    }
  }

  return {
    exitCode: run(),
    stop: (signal) => {
      stopping.abort();
      child?.kill(signal);
    },
  };
}
