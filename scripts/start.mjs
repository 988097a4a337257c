/** `npm start`: prepares what is missing, then runs the server until Ctrl+C. */
import { spawn } from 'node:child_process';
import { buildConsole, compileCache, install, node, root } from './prepare.mjs';

/** A server that dies this often within a minute has a reason that starting it again does not mend. */
const deathsInAMinute = 5;

await install();
await buildConsole();

let stopping = false;
let server;
const deaths = [];

function startServer() {
  const env = { ...compileCache, ...process.env };
  server = spawn(node, ['server/src/main.ts'], { cwd: root, stdio: 'inherit', env });
  server.on('close', (code, signal) => {
    if (stopping || signal === null) {
      process.exit(code ?? 0);
    }
    deaths.push(Date.now());
    if (deaths.filter((at) => at > Date.now() - 60_000).length >= deathsInAMinute) {
      process.stderr.write(`The server was killed ${deathsInAMinute} times within a minute (${signal}); giving up.\n`);
      process.exit(1);
    }
    process.stderr.write(`The server was killed (${signal}); starting it again.\n`);
    startServer();
  });
}

// In a terminal Ctrl+C reaches the server by itself; from a supervisor only we are told.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping = true;
    server?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  });
}
startServer();
