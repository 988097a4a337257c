import { gql, type ApolloClient } from '@apollo/client';
import type { User } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateStatusUpdateDocument } from './mutations/generated/create-status-update.graphql.ts';
import { AddMapUploadPartDocument } from './mutations/generated/add-map-upload-part.graphql.ts';
import { SignedInSource } from '../map/streets/signed-in-source.ts';
import { ownToken, type OwnToken } from '../session/own-token.ts';

/** The accounts by whose tokens something was sent. */
const senders: (string | null)[] = [];
let signedIn: string | undefined;
const manager = {
  getUser: async () => (signedIn ? ({ access_token: signedIn, profile: { sub: signedIn } } as User) : null),
};

beforeEach(() => {
  senders.length = 0;
  vi.stubGlobal('window', { setInterval, navigator });
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    senders.push(new Headers(headers).get('authorization'));
    return Response.json({ data: { createStatusUpdate: null } }, { headers: { 'content-length': '7' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function aClient(token = ownToken(manager, () => undefined)): Promise<ApolloClient> {
  const { createClient } = await import('./client.ts');
  return createClient({ url: 'https://noa.test/graphql', token, onMalformed: () => undefined });
}

async function sendPart(token: OwnToken): Promise<void> {
  const { sendFile } = await import('./send-file.ts');
  const variables = { id: 'a', number: 0, part: new File(['streets'], 'oras.pmtiles') };
  await sendFile(await aClient(token), { query: AddMapUploadPartDocument, variables });
}

const askForStreets = (token: OwnToken) => new SignedInSource({ url: 'https://noa.test/map/a', token }).getBytes(0, 7);

const tellEmptied = (client: ApolloClient) =>
  client.mutate({
    mutation: CreateStatusUpdateDocument,
    variables: { input: { containerId: 'a', kind: 'emptying_detected', at: '2026-11-24T08:00:00.000Z' } },
  });

describe('what a page sends', () => {
  it('goes under the name of whoever opened it, and not at all once another account has signed in in another tab', async () => {
    const { describeFailure } = await import('./failure.ts');
    const { isConnected } = await import('../loading/connection.ts');
    const onOther = vi.fn();
    signedIn = 'ana';
    const client = await aClient(ownToken(manager, onOther));
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

  it.each([
    ['a file', sendPart],
    ['the question for a piece of the map', askForStreets],
  ])('goes under the name of whoever opened it, be it %s', async (_what, send) => {
    const { describeFailure } = await import('./failure.ts');
    const onOther = vi.fn();
    signedIn = 'ana';
    const token = ownToken(manager, onOther);
    await send(token);

    signedIn = 'ion';
    const failure = await send(token).then(() => null, describeFailure);

    expect(senders).toEqual(['bearer oidc~ana']);
    expect(failure).toMatchObject({ messageKey: 'failure.OtherAccount' });
    expect(onOther).toHaveBeenCalledOnce();
  });

  it('goes under no name while nobody is signed in', async () => {
    signedIn = undefined;
    await tellEmptied(await aClient());

    expect(senders).toEqual([null]);
  });
});

describe('what a page asks anew', () => {
  const query = gql`
    query Named {
      savedViews(kind: "report") {
        id
        name
      }
    }
  `;

  /** A client, and the answers to its question that are waited for, in the order in which they were asked for. */
  async function aQuestion() {
    signedIn = 'ana';
    const client = await aClient();
    const answers: ((name: string) => void)[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      if (typeof body !== 'string' || !body.includes('"Named"')) {
        return Response.json({ data: { createStatusUpdate: null } });
      }
      const { promise, resolve } = Promise.withResolvers<string>();
      answers.push(resolve);
      return Response.json({ data: { savedViews: [{ __typename: 'SavedView', id: 'a', name: await promise }] } });
    });
    const ask = () => client.query<{ savedViews: { name: string }[] }>({ query, fetchPolicy: 'network-only' });
    return { client, answers, ask };
  }

  const nameOf = async (asked: Promise<{ data?: { savedViews: { name: string }[] } | undefined }>) =>
    (await asked).data?.savedViews[0]?.name;

  it('is answered after a change by what is so then, and what was asked before by no less, though it is told after', async () => {
    const { client, answers, ask } = await aQuestion();
    const before = ask();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await tellEmptied(client);
    const after = ask();
    await vi.waitFor(() => expect(answers).toHaveLength(2));

    answers[1]?.('after');
    expect(await nameOf(after)).toBe('after');
    answers[0]?.('before');

    expect(await nameOf(before)).toBe('after');
  });

  it('is sent once while nothing has changed, and again when it was answered', async () => {
    const { answers, ask } = await aQuestion();
    const asked = [ask(), ask()];
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.('one');

    expect(await Promise.all(asked.map(nameOf))).toEqual(['one', 'one']);
    const anew = ask();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.('two');
    expect(await nameOf(anew)).toBe('two');
  });
});
