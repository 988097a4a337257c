import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { endingSignals } from '../process/interruption.ts';
import { dataKey } from './harness.ts';

/** What a command said, and how it ended. */
export interface Said {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

interface Where {
  /** The program, below `server/src`. */
  readonly program: string;
  /** Of the owner of the database. */
  readonly url: string;
  readonly settings?: Readonly<Record<string, string>>;
}

interface Started extends Where {
  /** Told the process as it starts. */
  readonly onStart?: (child: ChildProcess) => void;
}

const programUrl = (program: string) => new URL(`../${program}`, import.meta.url);

/** All that a command knows of where it runs. */
function environmentOf({ url, settings }: Where): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, DATA_KEY: dataKey.toString('base64'), ...settings };
}

/** `npx noa …`, as a person runs it: a process, which takes half a second of processor time to start. */
export async function noaProcess(where: Started, ...args: readonly string[]): Promise<Said> {
  const { program, onStart } = where;
  const command = spawn(process.execPath, [fileURLToPath(programUrl(program)), ...args], { env: environmentOf(where) });
  onStart?.(command);
  const [out, err, code] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    new Promise<number | null>((resolve) => command.on('close', resolve)),
  ]);
  return { out, err, code };
}

/**
 * The same within this process, which has loaded what the command imports: its own file is run anew, with its arguments and its environment.
 * Whether its process comes to an end is for `noaProcess` to show. One runs at a time.
 */
export async function noa(where: Where, ...args: readonly string[]): Promise<Said> {
  const { argv, env } = process;
  const listeners = endingSignals.map((signal) => process.listeners(signal));
  const said = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((stream) =>
    vi.spyOn(process[`std${stream}`], 'write').mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  process.argv = [process.execPath, fileURLToPath(programUrl(where.program)), ...args];
  process.env = environmentOf(where);
  try {
    // By a name of its own: this file is loaded anew for each test file, and what a worker has imported once is not run again.
    await import(`${programUrl(where.program).href}?run=${randomUUID()}`);
    return { ...said, code: Number(process.exitCode ?? 0) };
  } finally {
    process.exitCode = undefined;
    spies.forEach((each) => each.mockRestore());
    Object.assign(process, { argv, env });
    for (const [nth, signal] of endingSignals.entries()) {
      const added = process.listeners(signal).filter((each) => !listeners[nth]?.includes(each));
      added.forEach((each) => process.off(signal, each));
    }
  }
}
