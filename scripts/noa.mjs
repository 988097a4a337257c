#!/usr/bin/env node
/** `npx noa <command> …`: the commands beside the server (`commands/programs.mjs`), on Node 24 whatever Node the machine has. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { programOf } from './commands/programs.mjs';
import { compileCache, install, node, program, root } from './prepare.mjs';
import { join } from 'node:path';

const file = programOf(process.argv.slice(2));

await program(async () => {
  await install();
  const env = { ...compileCache, ...process.env };
  const command = spawn(node, [join(root, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => command.kill(signal));
  }
  return new Promise((resolve, reject) => {
    command.on('error', reject);
    command.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
});
