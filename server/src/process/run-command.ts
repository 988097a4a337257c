import { asksForHelp, UsageError } from './arguments.ts';
import { explainFileTrouble } from './file-trouble.ts';
import { interruption, listenToSignals } from './interruption.ts';

interface Command {
  /** How it is used. */
  readonly usage: string;
  /** @param args - everything behind the program, the command's own name first. */
  readonly run: (args: readonly string[]) => Promise<void>;
  /** What to say of an error that is a refusal; undefined for any other. */
  readonly refusalOf?: (error: unknown) => string | undefined;
  /** Stands before what could not be done. */
  readonly failed?: string;
  /** Whether it listens to signals itself; without that, it fails by one and takes back what it has begun. */
  readonly hasOwnSignals?: boolean;
}

/** Tells a line to whoever runs the command. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a command to its end. With `--help` it says how it is used and does nothing. What goes wrong is one line to whoever runs it; the exit
 * code is 1 for what was refused, 2 for what could not be done, and for words that it does not know, which are followed by how it is used.
 * Who interrupts it has its process end by the signal, once what was begun is taken back.
 */
export async function runCommand({
  usage,
  run,
  refusalOf,
  failed = '',
  hasOwnSignals = false,
}: Command): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    const note = hasOwnSignals ? goOn : noteUnwritten;
    stream.off('error', note).on('error', note); // once, in a process that runs several
  }
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    process.stdout.write(usage);
    return;
  }
  const endBySignal = hasOwnSignals ? () => undefined : listenToSignals();
  try {
    await run(args);
  } catch (error) {
    if (interruption.aborted) {
      process.stderr.write('Interrupted.\n');
      endBySignal();
      return;
    }
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
      return;
    }
    const refusal = refusalOf?.(error);
    process.stderr.write(`${refusal ?? failed + said(error)}\n`);
    process.exitCode = refusal === undefined ? 2 : 1;
  }
}

const said = (error: unknown): string =>
  explainFileTrouble(error) ?? (error instanceof Error ? error.message : String(error));

/**
 * Who reads what a command says may have heard enough (`| head -1`), and the file that it goes to may be full: it is done to its end all the
 * same. Of what was not written its exit code tells.
 */
function noteUnwritten({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') {
    process.once('exit', () => (process.exitCode ||= 2));
  }
}

/** A server has more to do than to say that it is ready. */
const goOn = (): void => undefined;
