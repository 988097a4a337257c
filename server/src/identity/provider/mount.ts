import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { clientAddress } from '../client-network.ts';
import { addAccount } from './accounts/account-routes.ts';
import { addForms } from './answering.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { addFont } from './pages/font.ts';
import { addAsked } from './accounts/ask-routes.ts';
import { addLinks } from './accounts/link-routes.ts';
import { addLogin } from './sign-in/login-routes.ts';
import { addSecondStep } from './sign-in/second-step-routes.ts';

/**
 * Serves the provider under its realm. The library reads its requests itself, before Fastify looks at a body; the pages are ours.
 * Requests are logged from warnings up only: their addresses carry ID tokens, states and links.
 */
export function mountProvider(app: FastifyInstance, provider: EmbeddedProvider): void {
  const { realmPath } = provider;
  const handlerOf = createHandlers(app.log);
  addFont(app);
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
        await handlerOf(provider.oidc())(raw, reply.raw);
      });
      void realm.register(async (pages) => {
        addForms(pages, provider);
        addLogin(pages, provider);
        addSecondStep(pages, provider);
        addAccount(pages, provider);
        addLinks(pages, provider);
        if (provider.sendsMail) {
          addAsked(pages, provider);
        }
      });
    },
    { prefix: realmPath, logLevel: 'warn' },
  );
}

type Handler = (request: IncomingMessage, answer: ServerResponse) => Promise<void>;

/** What answers for the library, as it is with the keys of the moment. */
function createHandlers(log: FastifyBaseLogger): (oidc: Provider) => Handler {
  const logFailure = (err: Error, client: IncomingMessage | undefined) =>
    hasLeft(err, client)
      ? log.debug({ err }, 'A client closed its connection to the embedded provider before the response')
      : log.error({ err }, 'The embedded provider failed');
  const handlers = new WeakMap<Provider, Handler>();
  return (oidc) => {
    const known = handlers.get(oidc);
    if (known) {
      return known;
    }
    oidc.on('server_error', ({ req }, error) => logFailure(error, req));
    oidc.onerror = (error: Error, context?: { readonly req: IncomingMessage }) => logFailure(error, context?.req);
    const handler = oidc.callback();
    handlers.set(oidc, handler);
    return handler;
  };
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
  raw.headers['x-forwarded-for'] = clientAddress(ip);
}
