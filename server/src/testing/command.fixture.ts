import { spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
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
  /** Told the process as it starts. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** `npx noa …`, as a person runs it. */
export async function noa({ program, url, settings, onStart }: Where, ...args: readonly string[]): Promise<Said> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const command = spawn(process.execPath, [fileURLToPath(new URL(`../${program}`, import.meta.url)), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, DATA_KEY: dataKey.toString('base64'), ...settings },
  });
  onStart?.(command);
  const [out, err, code] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    new Promise<number | null>((resolve) => command.on('close', resolve)),
  ]);
  return { out, err, code };
}
