import { execFile, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../kill/server-process.ts';
import { startServing, alternate, withTown } from './alternating.ts';

/** What both are asked for: a page of containers with eleven fields, and what differs in how they name things. */
const fields =
  'serialNumber wasteStream accessMode sizeLitres volumeControlLitres cardCapacity addrStreet addrNr addrBl';
const ourQuery = `{ containers(first: 50) { nodes { id rowId ${fields} } } }`;
const theirQuery = `{ allContainers(first: 50) { nodes { rowId version ${fields} } } }`;

/** The release that is compared with. */
const peerVersion = '5.1.5';

/** Installs the peer in a scratch folder, which is kept for the next time. */
async function installPeer(say: (line: string) => void): Promise<string> {
  const folder = join(tmpdir(), `noa-bench-peer-${peerVersion}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  say(`installing PostGraphile ${peerVersion} in ${folder}`);
  await promisify(execFile)(
    'npm',
    ['install', '--no-audit', '--no-fund', `postgraphile@${peerVersion}`, 'graphql@16'],
    { cwd: folder },
  );
  await copyFile(new URL('postgraphile.mjs', import.meta.url), join(folder, 'postgraphile.mjs'));
  return folder;
}

function refuseOtherRows(answers: readonly string[]): void {
  for (const text of answers) {
    const { data, errors } = JSON.parse(text) as { data?: Record<string, { nodes: unknown[] }>; errors?: unknown };
    const rows = Object.values(data ?? {})[0]?.nodes.length;
    if (rows !== 50 || errors) {
      throw new Error(`There are ${rows} rows instead of 50: ${text.slice(0, 500)}`);
    }
  }
}

/**
 * Asks Noa and PostGraphile in turn for the same page of the demonstration town's containers, over HTTP, from the same PostgreSQL: Noa as a
 * signed-in implementer whom row-level security shows one org, PostGraphile as the tables' owner with neither.
 */
export async function comparePeer(say: (line: string) => void): Promise<void> {
  const folder = await installPeer(say);
  await withTown(async ({ port, databaseUrl, authorization }) => {
    const peerPort = await freePort();
    const env = { GRAPHILE_ENV: 'production', DATABASE_URL: databaseUrl, PORT: String(peerPort) };
    let peer: ChildProcess | undefined;
    try {
      peer = await startServing('postgraphile.mjs', { cwd: folder, env });
      const noa = { name: 'Noa', port, body: JSON.stringify({ query: ourQuery }), headers: { authorization } };
      const theirs = { name: 'PostGraphile', port: peerPort, body: JSON.stringify({ query: theirQuery }), headers: {} };
      await alternate([noa, theirs], refuseOtherRows, say);
    } finally {
      peer?.kill();
    }
  });
}
