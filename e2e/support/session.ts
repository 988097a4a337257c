import { createHash, randomBytes } from 'node:crypto';
import { request, type APIRequestContext, type Cookie } from '@playwright/test';
import { baseURL } from './server.ts';

/** What signing in leaves in a browser. */
export interface Session {
  readonly since: number;
  readonly cookies: readonly Cookie[];
  /** Where the console finds who has signed in. */
  readonly user: { readonly name: string; readonly value: string };
}

const realm = `${baseURL}/realms/dev`;
const clientId = 'noa-frontend';
const redirectUri = `${baseURL}/`;

/**
 * Signs in as a browser does, by the requests of the code flow and the provider's form, without one: the pages in between cost far more
 * processor time than these requests. What the pages show and do is tried by `signInByForm`.
 *
 * @throws {Error} with what the provider has answered.
 */
export async function openSession(email: string): Promise<Session> {
  const http = await request.newContext();
  try {
    const verifier = randomBytes(32).toString('base64url');
    const calledBack = await askedBack(http, email, createHash('sha256').update(verifier).digest('base64url'));
    const tokens = await exchange(http, calledBack.get('code') ?? '', verifier);
    const { cookies } = await http.storageState();
    return { since: Date.now(), cookies, user: asKept(tokens, calledBack.get('session_state')) };
  } finally {
    await http.dispose();
  }
}

/** What the console is called back with. */
async function askedBack(http: APIRequestContext, email: string, challenge: string): Promise<URLSearchParams> {
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email api',
    state: randomBytes(16).toString('hex'),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const form = await http.get(`${realm}/protocol/openid-connect/auth`, { params: asked });
  const answer = await http.post(form.url(), { form: { email, password: 'noa-demo' } });
  const { searchParams } = new URL(answer.url());
  if (!searchParams.has('code')) {
    throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
  }
  return searchParams;
}

interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly scope: string;
  readonly expires_in: number;
}

async function exchange(http: APIRequestContext, code: string, verifier: string): Promise<Tokens> {
  const answer = await http.post(`${realm}/protocol/openid-connect/token`, {
    form: {
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
      client_id: clientId,
    },
  });
  if (!answer.ok()) {
    throw new Error(`No token: ${answer.status()} ${await answer.text()}`);
  }
  return (await answer.json()) as Tokens;
}

/** As oidc-client-ts keeps it; the provider says in the id token all that it would say of an account when asked. */
function asKept({ expires_in, ...tokens }: Tokens, sessionState: string | null): Session['user'] {
  const claims: unknown = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
  return {
    name: `oidc.user:${realm}:${clientId}`,
    value: JSON.stringify({
      ...tokens,
      session_state: sessionState,
      profile: claims,
      expires_at: Math.floor(Date.now() / 1000) + expires_in,
    }),
  };
}
