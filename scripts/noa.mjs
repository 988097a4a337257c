#!/usr/bin/env node
/**
 * `npx noa backup | list | verify | restore` (server/src/backup/command.ts), `export | import` (server/src/archive/command.ts) and
 * `invite-root | add-gateway` (server/src/identity/provider/command.ts), on Node 24 whatever Node the machine has.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { compileCache, install, node, program, root } from './prepare.mjs';
import { join } from 'node:path';

const provider = 'server/src/identity/provider/command.ts';
const archive = 'server/src/archive/command.ts';
const programs = { 'invite-root': provider, 'add-gateway': provider, export: archive, import: archive };
const file = programs[process.argv[2]] ?? 'server/src/backup/command.ts';

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
