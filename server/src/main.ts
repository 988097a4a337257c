/**
 * The server. What it is made of is loaded once it listens to signals: the first process of a container is not ended by one that it does
 * not listen to, and loading takes a second.
 */
import './process/thread-pool.ts';
import { readArguments } from './process/arguments.ts';
import { onEndingSignals } from './process/interruption.ts';
import { Lifetime } from './process/lifetime.ts';
import { runCommand } from './process/run-command.ts';
import { explainStartFailure, startFailureCode } from './process/start-failure.ts';

const usage = `node server/src/main.ts    runs the server with the settings of the environment (README.md), until SIGTERM; commands are given to noa
`;

const lifetime = new Lifetime();
let started: Promise<void> = Promise.resolve();

onEndingSignals(() => void lifetime.end(0, started));

async function load(): Promise<void> {
  const { start } = await import('./start.ts');
  lifetime.goOn();
  await start(lifetime);
}

async function serve(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  try {
    started = load();
    await started;
    process.send?.('serving'); // to `npm start`, which keeps us running
  } catch (error) {
    if (!lifetime.isEnding) {
      process.stderr.write(`${explainStartFailure(error)}\n`);
      await lifetime.end(startFailureCode(error), started);
    }
  }
}

await runCommand({ usage, run: serve, hasOwnSignals: true });
