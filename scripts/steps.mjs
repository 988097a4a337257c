/**
 * The steps of `npm test`: each has a time limit, at which everything it started is killed and its name is said, and keeps its
 * output together when others run beside it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** Milliseconds between asking a step's processes to end and killing them. */
const graceMs = 10_000;

/** The step that the running code belongs to; none outside of steps. */
const current = new AsyncLocalStorage();

/** Process groups that run now. */
const groups = new Set();

/** Characters kept of what a step's programs have last said to be wrong. */
const keptComplaints = 4_000;

/**
 * Runs a program to its end, as part of the step that asks for it; resolves to its exit code, 1 if it was killed.
 *
 * @param options - of `spawn`; `quiet` throws away what it prints, but for errors.
 */
export function runInStep(program, args, { quiet = false, ...options }) {
  const step = current.getStore();
  if (step?.isOver) {
    return Promise.resolve(1);
  }
  const toUs = step?.beside ? 'pipe' : 'inherit';
  // A group of its own, so that what it starts is killed with it. Outside of steps it stays in ours, for Ctrl+C.
  const detached = step !== undefined;
  const errors = detached ? 'pipe' : toUs;
  const child = spawn(program, args, { ...options, detached, stdio: ['ignore', quiet ? 'ignore' : toUs, errors] });
  if (detached) {
    child.stdout?.on('data', (chunk) => step.output.push(chunk));
    child.stderr.on('data', (chunk) => {
      step.complaints = (step.complaints + chunk).slice(-keptComplaints);
      return step.beside ? step.output.push(chunk) : process.stderr.write(chunk);
    });
    track(step, child.pid);
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      untrack(step, child.pid);
      resolve(signal ? 1 : code);
    });
  });
}

/** The last lines that programs of the running step have written to where errors go, without colours. */
export const lastComplaints = () => stripVTControlCharacters(current.getStore()?.complaints ?? '').trim();

function track(step, pid) {
  if (pid !== undefined) {
    step.groups.add(pid);
    groups.add(pid);
  }
}

function untrack(step, pid) {
  step?.groups.delete(pid);
  groups.delete(pid);
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error; // no such group: it has ended meanwhile
    }
  }
}

/**
 * Runs a step and says what came of it.
 *
 * @param limitSeconds - after which the processes it started are asked to end, and killed ten seconds later.
 * @param beside - its output is kept and printed at its end, as other steps run at the same time.
 * @param work - gives what is made of its result; what it throws is printed.
 * @returns what `work` gave, or `undefined` if it failed or took too long; its seconds.
 */
export async function runStep({ title, limitSeconds, beside = false, grace = graceMs, print = printOut }, work) {
  const step = { beside, output: [], complaints: '', groups: new Set(), isOver: false };
  const began = Date.now();
  if (!beside) {
    print(`\n=== ${title}\n`);
  }
  const limit = stopAt(step, limitSeconds * 1000, grace);
  const working = current.run(step, async () => work()).catch((error) => void step.output.push(`${error.stack}\n`));
  const result = await Promise.race([working, limit.reached]);
  limit.clear();
  const seconds = (Date.now() - began) / 1000;
  const text = Buffer.concat(step.output.map((chunk) => Buffer.from(chunk))).toString();
  print(beside ? `\n=== ${title} (${seconds.toFixed(1)} s)\n${text}` : text);
  if (step.isOver) {
    print(`✗ ${title} was stopped: it took longer than its limit of ${limitSeconds} s\n`);
    return { seconds, result: undefined };
  }
  return { seconds, result };
}

const printOut = (text) => process.stdout.write(text);

/** Prints what a program has to say, in the place of the step that it says it in. */
export function say(text) {
  const step = current.getStore();
  if (step?.beside) {
    step.output.push(text);
  } else {
    printOut(text);
  }
}

/** `reached` resolves once all that the step started was killed. */
function stopAt(step, limitMs, grace) {
  let timer;
  const reached = new Promise((resolve) => {
    timer = setTimeout(() => {
      step.isOver = true;
      step.groups.forEach((pid) => killGroup(pid, 'SIGTERM'));
      timer = setTimeout(() => {
        step.groups.forEach((pid) => killGroup(pid, 'SIGKILL'));
        resolve(undefined);
      }, grace);
    }, limitMs);
  });
  return { reached, clear: () => clearTimeout(timer) };
}

/** Passes Ctrl+C and the like on to what the steps have started, which is in groups of its own, and ends by it too. */
export function passSignalsToSteps() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      groups.forEach((pid) => killGroup(pid, signal));
      process.kill(process.pid, signal);
    });
  }
}
