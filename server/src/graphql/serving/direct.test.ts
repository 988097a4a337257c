import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { api, asSystem, server, signIn, type Caller } from '../../testing/harness.ts';
import { createGraphqlServer } from './server.ts';

let port: Server;
let root: Caller;

beforeAll(async () => {
  await anOrg();
  root = await signIn(['root']);
  port = createServer((asked, answer) => void server.handle(asked, answer, {}));
  port.listen(0, '127.0.0.1');
  await once(port, 'listening');
});

afterAll(() => port.close());

interface Answered {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

/** Asks over HTTP: the first time a document goes another way than afterwards. */
async function ask(body: string, headers: Record<string, string> = {}): Promise<Answered> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        port: (port.address() as AddressInfo).port,
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${root.token}`, ...headers },
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
  const { date: _date, ...others } = answer.headers;
  return { status: answer.statusCode, headers: others, text: (await buffer(answer)).toString('latin1') };
}

const operation = (query: string, more: Record<string, unknown> = {}) => JSON.stringify({ query, ...more });

describe('An operation that was sent before', () => {
  it.each([
    ['a list', operation('{ orgs { nodes { id name } } }')],
    ['a field that is resolved', operation('{ viewer { name } }')],
    ['a mutation that is refused', operation('mutation { deleteOrg(id: "x", rowId: "y") }')],
    ['a refusal', operation('{ orgs(first: 0) { nodes { id } } }')],
    [
      'variables that do not fit',
      operation('query Q($n: Int) { orgs(first: $n) { nodes { id } } }', { variables: { n: 'x' } }),
    ],
    ['no such operation', operation('query Q { orgs { nodes { id } } }', { operationName: 'R' })],
    ['a parameter nobody knows', operation('query P { orgs { nodes { id } } }', { shoe: 1 })],
    ['extensions', operation('query E { orgs { nodes { id } } }', { extensions: { a: 1 } })],
    ['what is not valid', operation('{ nothing }')],
    ['what is no JSON', '{'],
  ])('is answered as the first time: %s', async (_what, body) => {
    const first = await ask(body);
    for (const headers of [
      {},
      { accept: '*/*' },
      { accept: 'application/json' },
      { 'content-type': 'application/json; charset=utf-8' },
    ]) {
      expect(await ask(body, headers)).toEqual(first);
    }
  });

  it.each(['', 'Bearer', 'Basic YTpi', 'Bearer oidc~', 'Bearer oidc~x', 'Bearer oidc~a.b.c'])(
    'is refused with a bad authorization: %s',
    async (authorization) => {
      const answer = await ask(operation('{ orgs { nodes { id name } } }'), { authorization });
      expect(answer.text).toContain('AuthenticationMalformed');
    },
  );

  it.each(['br', 'gzip', 'identity'])('is compressed as the first time: %s', async (encoding) => {
    const body = operation(
      `{ ${Array.from({ length: 25 }, (_, n) => `a${n}: orgs { nodes { id name updatedAt } }`).join(' ')} }`,
    );
    const headers = { 'accept-encoding': encoding };
    const [first, again] = [await ask(body, headers), await ask(body, headers)];
    expect(first.text.length).toBeGreaterThan(100);
    expect({ ...again, text: again.text.length }).toEqual({ ...first, text: first.text.length });
  });

  it('is refused without a token, and told of once', async () => {
    const refused: unknown[] = [];
    const restricted = createGraphqlServer({ ...api, reportRefusal: (each) => refused.push(each) });
    const other = createServer((asked, answer) => void restricted.handle(asked, answer, {}));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/graphql`;
    const nobody = await signIn([]);
    const post = (token: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
        body: operation('{ orgs { nodes { id } } }'),
      }).then((answer) => answer.json() as Promise<{ errors: { extensions: { code: string } }[] }>);
    await post(root.token);
    expect((await post('a.b.c')).errors[0]?.extensions.code).toBe('AuthenticationMalformed');
    expect((await post(nobody.token)).errors[0]?.extensions.code).toBe('Forbidden');
    other.close();
    expect(refused).toHaveLength(2);
  });
});

describe('Who asks again with a token', () => {
  const list = operation('{ orgs(first: 1) { nodes { id } } }');
  const orgIds = (text: string) =>
    (JSON.parse(text) as { data: { containers: { nodes: { id: string }[] } } }).data.containers.nodes.map(
      ({ id }) => id,
    );
  const mine = operation('{ containers { nodes { id } } }');

  it('is told what they may see now, and not what they might before', async () => {
    const [here, there] = [await anOrg(), await anOrg()];
    const [one, other] = [await aContainer({ org_id: here.id }), await aContainer({ org_id: there.id })];
    const caller = await signIn(['local_implementer'], { orgIds: [here.id] });
    const asked = { authorization: `Bearer oidc~${caller.token}` };
    const seen = async () => orgIds((await ask(mine, asked)).text);
    await seen(); // signs in
    expect([await seen(), await seen()]).toEqual([[one.id], [one.id]]);

    const account = await asSystem((tx) =>
      tx.selectFrom('org_member').select('account_id').where('org_id', '=', here.id).executeTakeFirstOrThrow(),
    );
    await asSystem((tx) =>
      tx
        .insertInto('org_member')
        .values({ org_id: there.id, ...account })
        .execute(),
    );
    expect((await seen()).toSorted()).toEqual([one.id, other.id].toSorted());
    await asSystem((tx) => tx.deleteFrom('org_member').where('org_id', '=', here.id).execute());
    expect(await seen()).toEqual([other.id]);
    await asSystem((tx) => tx.updateTable('org').set({ enabled: false }).where('id', '=', there.id).execute());
    expect(await seen()).toEqual([]);
    expect(await seen()).toEqual([]);
  });

  it('is not who was assumed once anything that was read says so, whatever was read before', async () => {
    const here = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [here.id] });
    const authorization = `Bearer oidc~${caller.token}`;
    await api.authenticate(authorization, null);
    await api.authenticate(authorization, null); // the first one signed in
    const assumed = await api.authenticate.assume?.(authorization, null, new AbortController().signal);
    const read = () => assumed?.context.read('container:read', (tx) => sql`select 1`.execute(tx));
    await read();
    expect(assumed?.isConfirmed()).toBe(true);

    await asSystem((tx) => tx.deleteFrom('org_member').where('org_id', '=', here.id).execute());

    await expect(read()).rejects.toThrow('The account has changed');
    expect(assumed?.isConfirmed()).toBe(false);
  });

  it('is refused what their roles do not allow, each time', async () => {
    const nobody = await signIn([]);
    const asked = { authorization: `Bearer oidc~${nobody.token}` };
    const first = await ask(list, asked);
    expect(first.text).toContain('Forbidden');
    expect([await ask(list, asked), await ask(list, asked)]).toEqual([first, first]);
  });
});
