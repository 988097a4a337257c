/** `npm start`: prepares what is missing, then runs the server until Ctrl+C; one that crashed is started again. */
import { keepRunning } from './keep-running.mjs';
import { buildConsole, compileCache, install, node, program, root } from './prepare.mjs';

const usage = `npm start    runs the server with the settings of the environment (README.md), until Ctrl+C; one that crashed is started again
`;

await program(
  async () => {
    await install();
    await buildConsole();
    const env = { ...compileCache, ...process.env };
    const { exitCode, stop } = keepRunning([node, 'server/src/main.ts'], { cwd: root, env });
    // In a terminal Ctrl+C reaches the server by itself; from a supervisor only we are told.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));
    }
    return exitCode;
  },
  { usage },
);
