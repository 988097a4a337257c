import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, server, signIn, type Caller } from '../../testing/harness.ts';

const megabyte = 1024 * 1024;
const http = createServer((asked, answer) => void server.handle(asked, answer, {}));
const org = await anOrg();

beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterAll(async () => {
  http.closeAllConnections();
  await once(http.close(), 'close');
});

interface Sent {
  readonly request: ClientRequest;
  readonly answer: () => Promise<unknown>;
}

/** Announces a body of so many bytes, and sends none of it. */
function announce({ token }: Caller, bytes: number, contentType = 'application/json'): Sent {
  const sent = request({
    port: (http.address() as AddressInfo).port,
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': contentType, 'content-length': bytes, authorization: `Bearer oidc~${token}` },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
  answer.catch(() => undefined); // of whoever leaves
  sent.flushHeaders();
  return { request: sent, answer: async () => json(await answer) };
}

/** What is told to the first of several that are answered: those whose bodies are taken wait for them. */
const firstAnswerOf = (sending: readonly Sent[]) => Promise.race(sending.map((each) => each.answer()));

const operation = JSON.stringify({ query: '{ viewer { id } }' });

/** Asks for something with a body of so many bytes. */
const ask = (caller: Caller, bytes: number = operation.length) => {
  const sent = announce(caller, bytes);
  sent.request.end(operation.padEnd(bytes));
  return sent.answer();
};

const refused = (bytesAtOnce?: number) => ({
  errors: [{ extensions: { code: 'LimitExceeded', ...(bytesAtOnce !== undefined && { bytesAtOnce }) } }],
});
const answered = { data: { viewer: { id: expect.any(String) } } };

it.each(['application/json', 'multipart/form-data; boundary=x', 'application/json; charset=latin1'])(
  'bodies of %s that one caller sends at once are refused when they are more than may be in memory, others’ and later ones are not',
  async (contentType) => {
    const [caller, other] = await Promise.all([1, 2].map(() => signIn(['local_reporter'], { orgIds: [org.id] })));
    if (!caller || !other) {
      throw new Error('Nobody asks');
    }
    await ask(caller); // a caller who is assumed to be who they were
    const sending = Array.from({ length: 9 }, () => announce(caller, 2 * megabyte, contentType));

    expect(await firstAnswerOf(sending)).toMatchObject(refused(16 * megabyte));
    expect(await ask(caller, megabyte)).toMatchObject(refused(16 * megabyte));
    expect(await ask(other, megabyte)).toMatchObject(answered);

    sending.forEach((each) => each.request.destroy());
    await expect.poll(() => ask(caller, megabyte), { timeout: 10_000 }).toMatchObject(answered);
  },
);

it('gives back what was sent once it is answered', async () => {
  const caller = await signIn(['local_reporter'], { orgIds: [org.id] });
  for (let sent = 0; sent < 20; sent++) {
    expect(await ask(caller, 2 * megabyte)).toMatchObject(answered);
  }
});

it('counts what a change was sent with for as long as it is under way, though its client has gone', async () => {
  const caller = await signIn(['local_reporter'], { orgIds: [org.id] });
  const query = JSON.stringify({ query: `mutation { deleteSavedView(id: "${randomUUID()}") }` });

  await asSystem(async (tx) => {
    await sql`lock table saved_view in access exclusive mode`.execute(tx);
    const sent = announce(caller, 2 * megabyte);
    sent.answer().catch(() => undefined); // which never comes
    sent.request.end(query.padEnd(2 * megabyte));
    await untilAwaited(1);
    sent.request.destroy();

    const sending = Array.from({ length: 8 }, () => announce(caller, 2 * megabyte));
    expect(await firstAnswerOf(sending)).toMatchObject(refused(16 * megabyte));
    sending.forEach((each) => each.request.destroy());
  });

  await expect.poll(() => ask(caller, 2 * megabyte)).toMatchObject(answered);
});

it('lets nobody send a file who has no use for one, by a body that is longer than all of theirs', async () => {
  const [caller, root] = await Promise.all([signIn(['ara_user']), signIn(['root'])]);
  const multipart = 'multipart/form-data; boundary=x';

  expect(await announce(caller, 50 * megabyte, multipart).answer()).toMatchObject(refused());

  const sending = [1, 2, 3].map(() => announce(root, 50 * megabyte, multipart));
  expect(await firstAnswerOf(sending)).toMatchObject(refused(128 * megabyte));
  expect(await ask(root)).toMatchObject(answered);
  sending.forEach((each) => each.request.destroy());
});
