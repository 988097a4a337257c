/**
 * `npm run bench:attack [-- --seconds 30 --attackers 12]`: a server of its own with the demonstration town; attackers with a
 * reporter's token send hostile documents in loops, half of them leaving before they are answered, while an implementer asks for
 * a list of 50. Ends with 1 unless the list stays under 500 ms (p95), the server's memory under 300 MB above idle, and the server
 * ends within 30 s of SIGTERM with the attack under way: what has come in is answered for 25 s (decision 37), and then ended.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attacks } from './attack/documents.ts';
import { Client } from './client.ts';
import { idleMemory, peakDuring } from './export/memory.ts';
import { freePort, ServerProcess } from './kill/server-process.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, attackers: { type: 'string', default: '12' } },
});

const limits = { p95: 500, memory: 300, stop: 30_000 };
const listOf50 = '{ entrances(first: 50) { nodes { id rowId addrSc label towerBlock { id label } } } }';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Milliseconds after which an impatient attacker leaves. */
const leavingMs = [5, 20, 100, 400];

/** Sends one after the other until `ended`; tells how often. */
async function attack(origin: string, token: string, number: number, ended: AbortSignal): Promise<number> {
  let sent = 0;
  for (let round = number; !ended.aborted; round += 1) {
    const limitMs = number % 2 === 0 ? 60_000 : (leavingMs[round % leavingMs.length] ?? 0);
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
      body: JSON.stringify(attacks[round % attacks.length]),
      signal: AbortSignal.any([ended, AbortSignal.timeout(limitMs)]),
    };
    // That nobody answers is what attackers are for.
    await fetch(`${origin}/graphql`, request)
      .then(
        (response) => response.arrayBuffer(),
        () => undefined,
      )
      .catch(() => undefined);
    sent += 1;
  }
  return sent;
}

async function measure(client: Client, ms: number): Promise<number[]> {
  const times: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until;) {
    const began = performance.now();
    await client.run(listOf50);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

const at = (sorted: readonly number[], part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? NaN);

const dataDir = await mkdtemp(join(tmpdir(), 'noa-attack-'));
// PostgreSQL may run as another user.
await chmod(dataDir, 0o755);
const server = new ServerProcess({ dataDir, port: await freePort() });
const ending = new AbortController();
try {
  say('Filling a town …');
  await server.start({ demo: true, program: 'server/src/main.ts' });
  const pid = (await readFile(join(dataDir, 'noa.pid'), 'utf8')).trim();
  const user = await Client.person(server.origin, 'implementer@noa.test');
  const attacker = await Client.person(server.origin, 'reporter@noa.test');
  await measure(user, 3_000);
  const idle = await idleMemory(pid);
  const alone = await measure(user, 5_000);
  const token = await attacker.token();

  const attackers = Array.from({ length: Number(values.attackers) }, (_, number) =>
    attack(server.origin, token, number, ending.signal),
  );
  const { result: beside, peak } = await peakDuring(pid, () => measure(user, Number(values.seconds) * 1_000));
  const began = performance.now();
  await server.stop();
  const stopped = Math.round(performance.now() - began);
  ending.abort();
  const sent = (await Promise.all(attackers)).reduce((sum, count) => sum + count, 0);

  const memory = Math.round(peak - idle);
  say(`list of 50, alone:            p50 ${at(alone, 0.5)} ms, p95 ${at(alone, 0.95)} ms (${alone.length})`);
  say(
    `list of 50, under the attack: p50 ${at(beside, 0.5)} ms, p95 ${at(beside, 0.95)} ms (${beside.length}); at most ${limits.p95}`,
  );
  say(`memory above idle (${Math.round(idle)} MB):   ${memory} MB; at most ${limits.memory}`);
  say(`gone after SIGTERM in:        ${stopped} ms; at most ${limits.stop}`);
  say(`sent by ${values.attackers} attackers:         ${sent}`);
  const holds = at(beside, 0.95) < limits.p95 && memory < limits.memory && stopped < limits.stop;
  process.exitCode = holds ? 0 : 1;
} finally {
  ending.abort();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
