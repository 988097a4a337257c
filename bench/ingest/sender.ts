import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batches } from './batches.ts';

export interface Sent {
  /** Milliseconds from the first request to the last answer. */
  readonly ms: number;
  readonly slowestMs: number;
  /** Milliseconds of half of all requests, at most. */
  readonly medianMs: number;
}

/**
 * Sends all batches, each connection one after the other, and counts what was accepted.
 *
 * @param everyMs - from one batch to the next, whoever sends it; as fast as answers come when absent.
 * @throws {Error} if an event was not.
 */
export async function sendAll(origin: string, token: string, { bodies, size }: Batches, everyMs = 0): Promise<Sent> {
  const began = performance.now();
  let accepted = 0;
  const times: number[] = [];
  let refused: string | undefined;
  await Promise.all(
    bodies.map(async (own, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (const [index, body] of own.entries()) {
        const due = began + (index * bodies.length + connection) * everyMs;
        if (due > performance.now()) {
          await pause(due - performance.now());
        }
        const sentAt = performance.now();
        const answer = await post(agent, origin, token, body);
        accepted += answer.split('"accepted"').length - 1;
        refused ??= answer.includes('accepted') ? undefined : answer.slice(0, 400);
        times.push(performance.now() - sentAt);
      }
      agent.destroy();
    }),
  );
  if (accepted !== size) {
    throw new Error(`${accepted} of ${size} events were accepted; ${refused}`);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return {
    ms: performance.now() - began,
    slowestMs: sorted.at(-1) ?? 0,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
  };
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
