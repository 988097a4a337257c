import type { ApolloClient } from '@apollo/client';
import type { User } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateStatusUpdateDocument } from './mutations/generated/create-status-update.graphql.ts';
import { ownToken } from '../session/own-token.ts';

/** The accounts by whose tokens something was sent. */
const senders: (string | null)[] = [];
let signedIn: string | undefined;
const manager = {
  getUser: async () => (signedIn ? ({ access_token: signedIn, profile: { sub: signedIn } } as User) : null),
};

beforeEach(() => {
  senders.length = 0;
  vi.stubGlobal('window', { addEventListener: () => undefined, setInterval, clearInterval, navigator });
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    senders.push(new Headers(headers).get('authorization'));
    return Response.json({ data: { createStatusUpdate: null } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function aClient(onOther = () => undefined as void): Promise<ApolloClient> {
  const { createClient } = await import('./client.ts');
  return createClient({
    url: 'https://noa.test/graphql',
    token: ownToken(manager, onOther),
    onMalformed: () => undefined,
  });
}

const tellEmptied = (client: ApolloClient) =>
  client.mutate({
    mutation: CreateStatusUpdateDocument,
    variables: { input: { containerId: 'a', kind: 'emptying_detected', at: '2026-11-24T08:00:00.000Z' } },
  });

describe('what a page sends', () => {
  it('goes under the name of whoever opened it, and not at all once another account has signed in in another tab', async () => {
    const { describeFailure } = await import('./failure.ts');
    const { isConnected } = await import('./connection.ts');
    const onOther = vi.fn();
    signedIn = 'ana';
    const client = await aClient(onOther);
    await tellEmptied(client);

    signedIn = 'ion';
    const [failure] = await Promise.all(
      [tellEmptied(client), tellEmptied(client)].map((told) => told.then(() => null, describeFailure)),
    );

    expect(senders).toEqual(['bearer oidc~ana']);
    expect(failure).toMatchObject({ messageKey: 'failure.OtherAccount' });
    expect(onOther).toHaveBeenCalledOnce();
    expect(isConnected()).toBe(true);

    signedIn = 'ana';
    await tellEmptied(client);
    expect(senders).toEqual(['bearer oidc~ana', 'bearer oidc~ana']);
  });

  it('goes under no name while nobody is signed in', async () => {
    signedIn = undefined;
    await tellEmptied(await aClient());

    expect(senders).toEqual([null]);
  });
});
