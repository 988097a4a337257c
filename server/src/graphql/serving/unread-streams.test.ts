import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { databaseUrl, server, signIn, type Caller } from '../../testing/harness.ts';
import { subscribe } from '../../testing/subscribe.ts';

/** As many as one caller may have at once. */
const mostStreams = 20;
/** Requests with one token of which it is found out at once who asks. */
const arriving = 4;
const source = 'subscription { containerStatusChanged { id } }';

let closed = 0;
const http = createServer((request, response) => {
  response.once('close', () => (closed += 1));
  void server.handle(request, response, {});
});
const owner = new pg.Client({ connectionString: databaseUrl });
let url: string;

beforeAll(async () => {
  await owner.connect();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/graphql`;
});

afterAll(async () => {
  http.closeAllConnections();
  await once(http.close(), 'close');
  await owner.end();
});

async function aWatcher() {
  const org = await anOrg();
  const container = await aContainer({ org_id: org.id });
  const watcher = await signIn(['local_implementer'], { orgIds: [org.id] });
  // The first visit is written down, and from the second on it is known who asks.
  await watcher.run('{ viewer { id } }');
  await watcher.run('{ viewer { id } }');
  return { watcher, container };
}

const watch = ({ token }: Caller, accept: string, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
    body: JSON.stringify({ query: source }),
    ...(signal && { signal }),
  });

/** What a new stream is told first when the container changes. */
async function firstTold({ watcher, container: { id } }: Awaited<ReturnType<typeof aWatcher>>) {
  const watching = await subscribe(watcher, source);
  await watcher.run(
    `mutation { createStatusUpdate(input: { containerId: "${id}", kind: servicing, level: info }) { id } }`,
  );
  await expect.poll(() => watching.answers.length, { timeout: 10_000 }).toBeGreaterThan(0);
  watching.close();
  return watching.answers[0];
}

describe('a stream that nobody reads', () => {
  it('is not kept for who takes no events', async () => {
    const watched = await aWatcher();

    for (let times = 0; times < mostStreams; times += 1) {
      expect((await watch(watched.watcher, 'application/json')).status).toBe(406);
    }

    expect(await firstTold(watched)).toEqual({ data: { containerStatusChanged: { id: watched.container.id } } });
  });

  it.each(['text/event-stream', '*/*'])('is not kept for who takes %s and goes before it begins', async (accept) => {
    const watched = await aWatcher();

    for (let times = 0; times < 2 * mostStreams; times += arriving) {
      const leaving = new AbortController();
      const before = closed;
      await owner.query('begin; lock table account in access exclusive mode');
      const answers = Array.from({ length: arriving }, () => watch(watched.watcher, accept, leaving.signal));
      await untilAwaited(arriving);
      leaving.abort();
      await Promise.allSettled(answers);
      await expect.poll(() => closed, { timeout: 10_000 }).toBe(before + arriving);
      await owner.query('rollback');
    }

    expect(await firstTold(watched)).toEqual({ data: { containerStatusChanged: { id: watched.container.id } } });
  });
});
