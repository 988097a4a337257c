import { createHash, randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { db, keyring, providerDb } from '../../testing/harness.ts';
import { seedDemoUsers } from './demo-users.ts';
import { createEmbeddedProvider, type EmbeddedProvider, type EmbeddedProviderOptions } from './embedded-provider.ts';
import { mountProvider } from './mount.ts';
import { providerPaths, realmPathOf } from './paths.ts';

export const publicUrl = 'http://noa.test';
export const audience = 'noa-api';
export const realmPath: string = realmPathOf(publicUrl);

/** Where an endpoint is, as a path. */
export const endpoint = (name: keyof typeof providerPaths) => realmPath + providerPaths[name];

export interface TokenAnswer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  error?: string;
  access_token: string;
  refresh_token: string;
  id_token: string;
  scope?: string;
}

/** The provider of a database, with the demonstration's accounts unless it is that of production. */
export async function aProvider(over: Partial<EmbeddedProviderOptions> = {}): Promise<EmbeddedProvider> {
  const options = {
    db: providerDb,
    accountsDb: db,
    keyring,
    publicUrl,
    audience,
    production: false,
    sendsMail: false,
    secondFactor: [],
    ...over,
  };
  if (!options.production) {
    await seedDemoUsers(options.db);
  }
  return createEmbeddedProvider(options);
}

/** A server with nothing but the embedded provider, and ways to speak to it over HTTP. */
export async function startProvider(
  over: Partial<EmbeddedProviderOptions> = {},
): Promise<{ app: FastifyInstance; provider: EmbeddedProvider }> {
  const provider = await aProvider(over);
  const app = Fastify();
  mountProvider(app, provider);
  await app.ready();
  return { app, provider };
}

/** Asks the token endpoint. */
export async function requestToken(
  app: FastifyInstance,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await app.inject({ method: 'POST', url: endpoint('token'), ...formBody(form, headers) });
  return {
    status: response.statusCode,
    headers: response.headers,
    ...response.json<Omit<TokenAnswer, 'status' | 'headers'>>(),
  };
}

/** What a request with a form needs. */
export const formBody = (form: Record<string, string>, headers: Record<string, string> = {}) => ({
  payload: new URLSearchParams(form).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});

/** The claims of a JWT, unverified. */
export const claimsIn = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** A browser as far as the provider can tell: it keeps cookies by path, and follows nothing by itself. */
export class Browser {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async get(url: string) {
    return this.#send({ method: 'GET', url });
  }

  async post(url: string, form: Record<string, string>) {
    return this.#send({ method: 'POST', url, ...formBody(form) });
  }

  /** Asks to be signed in, as the console does. */
  async authorize(over: Record<string, string> = {}) {
    const query = new URLSearchParams({
      client_id: 'noa-frontend',
      redirect_uri: `${publicUrl}/`,
      response_type: 'code',
      scope: 'openid profile email',
      state: 'state-1',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...over,
    });
    return this.get(`${endpoint('authorization')}?${query}`);
  }

  /** Goes through the sign-in page. @returns the query with which the console is called back. */
  async signIn(email: string, password = 'noa-demo'): Promise<URLSearchParams> {
    const started = await this.authorize();
    const submitted = await this.post(String(started.headers.location), { email, password });
    const resumed = await this.get(String(submitted.headers.location));
    return new URL(String(resumed.headers.location)).searchParams;
  }

  /** Exchanges a code for tokens. */
  exchange(code: string | null, over: Record<string, string> = {}): Promise<TokenAnswer> {
    return requestToken(this.#app, {
      grant_type: 'authorization_code',
      client_id: 'noa-frontend',
      redirect_uri: `${publicUrl}/`,
      code: code ?? '',
      code_verifier: this.verifier,
      ...over,
    });
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  async #send(request: { method: 'GET' | 'POST'; url: string; payload?: string; headers?: Record<string, string> }) {
    const { pathname } = new URL(request.url, publicUrl);
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await this.#app.inject({
      ...request,
      headers: { accept: 'text/html', cookie, ...request.headers },
    });
    for (const { name, value, path = '/', expires } of response.cookies) {
      const key = `${name} ${path}`;
      if (expires && expires.getTime() < Date.now()) {
        this.#cookies.delete(key);
      } else {
        this.#cookies.set(key, { name, value, path });
      }
    }
    return response;
  }
}
