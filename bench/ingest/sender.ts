import { Agent, request } from 'node:http';
import type { Batches } from './batches.ts';

export interface Sent {
  /** Milliseconds from the first request to the last answer. */
  readonly ms: number;
  readonly slowestMs: number;
}

/**
 * Sends all batches, each connection one after the other, and counts what was accepted.
 *
 * @throws {Error} if an event was not.
 */
export async function sendAll(origin: string, token: string, { bodies, size }: Batches): Promise<Sent> {
  const began = performance.now();
  let accepted = 0;
  let slowestMs = 0;
  let refused: string | undefined;
  await Promise.all(
    bodies.map(async (own) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (const body of own) {
        const sentAt = performance.now();
        const answer = await post(agent, origin, token, body);
        accepted += answer.split('"accepted"').length - 1;
        refused ??= answer.includes('accepted') ? undefined : answer.slice(0, 400);
        slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      }
      agent.destroy();
    }),
  );
  if (accepted !== size) {
    throw new Error(`${accepted} of ${size} events were accepted; ${refused}`);
  }
  return { ms: performance.now() - began, slowestMs };
}

const post = (agent: Agent, origin: string, token: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer oidc~${token}`,
    };
    const sent = request(`${origin}/graphql`, { agent, method: 'POST', headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces).toString()));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
