import { deepStrictEqual } from 'node:assert';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../kill/server-process.ts';
import { startServing, alternate, withTown } from './alternating.ts';

const query = `{ accessGroups(first: 10) { nodes { id name
  entrances(first: 10) { nodes { id addrSc apartments(first: 10) { nodes { id addrAp } } } } } } }`;

/** The org whose rows the implementer of the demonstration sees. */
async function orgOf(databaseUrl: string, answer: string): Promise<string> {
  const { data } = JSON.parse(answer) as { data: { accessGroups: { nodes: { id: string }[] } } };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ org_id: string }>('select org_id from access_group where id = $1', [
    data.accessGroups.nodes[0]?.id,
  ]);
  await client.end();
  return rows[0]?.org_id ?? '';
}

const sameRows = (answers: readonly [string, string]): void => {
  const [ours, byHand] = answers.map((text) => JSON.parse(text) as unknown);
  deepStrictEqual(ours, byHand);
};

/**
 * Asks Noa and one statement written by hand in turn for access groups with their entrances and the apartments of these: Noa as a signed-in
 * implementer, the statement as the tables' owner.
 */
export const compareNested = (say: (line: string) => void): Promise<void> =>
  withTown(async ({ port, databaseUrl, authorization }) => {
    const headers = { authorization };
    const body = JSON.stringify({ query });
    const first = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const handPort = await freePort();
    const env = {
      DATABASE_URL: databaseUrl,
      PORT: String(handPort),
      ORG_ID: await orgOf(databaseUrl, await first.text()),
    };
    let byHand: ChildProcess | undefined;
    try {
      const program = fileURLToPath(new URL('by-hand.mjs', import.meta.url));
      byHand = await startServing(program, { cwd: process.cwd(), env });
      const statement = { name: 'the statement by hand', port: handPort, body, headers: {} };
      await alternate([statement, { name: 'Noa', port, body, headers }], sameRows, say);
    } finally {
      byHand?.kill();
    }
  });
