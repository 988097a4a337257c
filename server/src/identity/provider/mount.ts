import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { demoPassword } from './demo-users.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import type { Page } from './page.ts';
import { expiredPage, loginPage, type LoginFailure } from './pages.ts';
import { loginPath, realmPath } from './paths.ts';
import { listUsers } from './user.queries.ts';

/** Bytes of the sign-in form at most. */
const formLimit = 10_000;

interface LoginRequest {
  Params: { uid: string };
  Body: URLSearchParams;
}

/**
 * Serves the provider under its realm. The library reads its requests itself, before Fastify looks at a body; the sign-in
 * page is ours. Requests are logged from warnings up only: their addresses carry ID tokens and states.
 */
export function mountProvider(app: FastifyInstance, provider: EmbeddedProvider): void {
  const logFailure = (err: Error, client: IncomingMessage | undefined) =>
    hasLeft(err, client)
      ? app.log.debug({ err }, 'A client left the embedded provider before it was answered')
      : app.log.error({ err }, 'The embedded provider failed');
  provider.oidc.on('server_error', ({ req }, error) => logFailure(error, req));
  provider.oidc.onerror = (error: Error, context?: { readonly req: IncomingMessage }) =>
    logFailure(error, context?.req);
  const handle = provider.oidc.callback();

  void app.register(
    async (realm) => {
      realm.removeAllContentTypeParsers();
      realm.addContentTypeParser('*', (_request, _payload, done) => done(null));
      realm.all('/*', async (request, reply) => {
        speakAsPublicUrl(request, provider.publicUrl);
        const { raw } = request;
        const original = raw.url ?? '';
        reply.hijack();
        Object.assign(raw, { originalUrl: original });
        raw.url = original.slice(realmPath.length);
        await handle(raw, reply.raw);
      });
      void realm.register(async (login) => addLogin(login, provider));
    },
    { prefix: realmPath, logLevel: 'warn' },
  );
}

/**
 * Whether a request failed because its client closed the connection: before it had sent all of it, or before it was answered. By the
 * connection's own error, as the database's may have the same code.
 */
const hasLeft = (error: Error, client: IncomingMessage | undefined): boolean =>
  client !== undefined && (client.aborted || client.socket.errored === error);

/** Every address the provider gives out begins with the public one, whatever host the request named. */
function speakAsPublicUrl({ raw, ip }: FastifyRequest, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  raw.headers.host = host;
  raw.headers['x-forwarded-host'] = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-for'] = ip;
}

function addLogin(login: FastifyInstance, provider: EmbeddedProvider): void {
  login.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  login.get<LoginRequest>(loginPath(':uid'), async (request, reply) => {
    if (!(await isInteraction(provider, request, reply))) {
      return send(reply, 400, expiredPage(`${provider.publicUrl}/`));
    }
    return sendLogin(reply, 200, provider, request.params.uid);
  });

  login.post<LoginRequest>(loginPath(':uid'), async (request, reply) => {
    if (!(await isInteraction(provider, request, reply))) {
      return send(reply, 400, expiredPage(`${provider.publicUrl}/`));
    }
    const email = request.body.get('email') ?? '';
    const password = request.body.get('password') ?? '';
    const result = await provider.checkPassword({ email, password, address: request.ip });
    if (result.outcome === 'throttled') {
      reply.header('retry-after', result.retryAfterSeconds);
      return sendLogin(reply, 429, provider, request.params.uid, { email, failure: 'throttled' });
    }
    if (result.outcome === 'wrong') {
      return sendLogin(reply, 401, provider, request.params.uid, { email, failure: 'wrong' });
    }
    const next = await provider.oidc.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: result.user.id, remember: true } },
      { mergeWithLastSubmission: false },
    );
    return reply.redirect(next, 303);
  });
}

/** Whether this browser is the one that began the sign-in; its cookie, which other sites cannot send, says so. */
async function isInteraction(
  provider: EmbeddedProvider,
  request: FastifyRequest<LoginRequest>,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    const { uid } = await provider.oidc.interactionDetails(request.raw, reply.raw);
    return uid === request.params.uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) {
      return false;
    }
    throw error;
  }
}

async function sendLogin(
  reply: FastifyReply,
  status: number,
  provider: EmbeddedProvider,
  uid: string,
  typed: { email?: string; failure?: LoginFailure } = {},
) {
  const accounts = await listUsers(provider.db);
  return send(
    reply,
    status,
    loginPage({ action: realmPath + loginPath(uid), accounts, accountPassword: demoPassword, ...typed }),
  );
}

function send(reply: FastifyReply, status: number, { html, contentSecurityPolicy }: Page) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html);
}
