/** `npm start`: prepares what is missing, then runs the server until Ctrl+C. */
import { spawn } from 'node:child_process';
import { buildConsole, compileCache, install, node, program, root } from './prepare.mjs';

/** A server that dies this often within a minute has a reason that starting it again does not mend. */
const deathsInAMinute = 5;

let stopping = false;
let server;
const deaths = [];

/** Resolves to the exit code of the server that ended by itself; one that was killed is started again. */
async function serve() {
  const { code, signal } = await runServer();
  if (stopping || signal === null) {
    return code ?? (signal === 'SIGKILL' ? 1 : 0);
  }
  deaths.push(Date.now());
  if (deaths.filter((at) => at > Date.now() - 60_000).length >= deathsInAMinute) {
    process.stderr.write(`The server was killed ${deathsInAMinute} times within a minute (${signal}); giving up.\n`);
    return 1;
  }
  process.stderr.write(`The server was killed (${signal}); starting it again.\n`);
  return serve();
}

function runServer() {
  const env = { ...compileCache, ...process.env };
  server = spawn(node, ['server/src/main.ts'], { cwd: root, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', (code, signal) => resolve({ code, signal }));
  });
}

/** In a terminal Ctrl+C reaches the server by itself; from a supervisor only we are told. */
function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true;
      server?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
}

await program(async () => {
  await install();
  await buildConsole();
  passSignalsOn();
  return serve();
});
