import { STATUS_CODES } from 'node:http';
import fastifyStatic from '@fastify/static';
import { isConsolePath, type ConsoleConfig } from '@noa/domain/console-paths.ts';
import { AppError } from '@noa/domain/errors.ts';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { DatabaseUnavailable, unavailabilityOf } from '../database/connection/unavailable.ts';
import { realmsPath } from '../identity/provider/paths.ts';
import { sendTrouble } from './trouble.ts';
import type { Drain } from './drain.ts';
import { endUntaken } from './end-untaken.ts';
import { serveHealth, type HealthOptions } from './health.ts';
import { measureRequests, serveMetrics, type MetricsOptions } from './metrics.ts';
import { inRequest, requestIdOf } from '../process/request-id.ts';
import { mapFileUrl, serveMap, type MapOptions } from './map/serve-map.ts';
import { sendDownload, type FindDownload } from './downloads.ts';
import { traceRequests } from './traces.ts';
import { apiHeaders, refuseNoRequest, securityHeaders, setSecurityHeaders } from './security-headers.ts';

/** Bytes of a request with a file at most, and of any other: a batch of 1,000 events has about 300 kB. */
const bodyLimits = { multipart: 51 * 1024 * 1024, other: 2 * 1024 * 1024 } as const;

export interface HttpOptions extends HealthOptions {
  readonly logger: FastifyBaseLogger;
  /** Addresses and networks of the proxies before us, whose word for where a request comes from is taken. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built console. */
  readonly consoleFolder: string;
  /** All of it but where the map's file is, which changes when another is uploaded. */
  readonly consoleConfig: Omit<ConsoleConfig, 'mapFileUrl'>;
  readonly graphql: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  readonly findDownload: FindDownload;
  /** Milliseconds for a request to come in whole; five minutes when absent: 50 MB take as long over a slow line. */
  readonly receivedWithinMs?: number;
  /** Milliseconds for some of what is sent to be taken; a minute when absent. */
  readonly takenWithinMs?: number;
  readonly drain: Drain;
  /** Whether the database does not answer: what needs it is told so at once. */
  readonly isDatabaseDown: () => boolean;
  /** The streets under the map; null: there never are any. */
  readonly map: MapOptions | null;
  /** Null: nobody may read them, and nothing is there. */
  readonly metrics: MetricsOptions | null;
}

const receivedWithinMs = 300_000;
const takenWithinMs = 60_000;

/** Everything that is served on the one port, but for the embedded provider, which mounts itself. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const headers = securityHeaders(options.consoleConfig);
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    serverFactory: options.drain.serverFactory,
    // What comes by a connection that is still open is answered, until the connection ends.
    return503OnClosing: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // Addresses of the sign-in carry codes and states.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true, // what is to be answered is, by then (Drain)
    bodyLimit: bodyLimits.other,
    // Fastify waits for ever by default: whoever sends a byte now and then would keep each connection.
    requestTimeout: options.receivedWithinMs ?? receivedWithinMs,
    http: { connectionsCheckingInterval: Math.min(30_000, options.receivedWithinMs ?? receivedWithinMs) },
    rewriteUrl: ({ url = '' }) => (isAddress(url) ? url : nowhere),
    // As long as a head may be: by default a longer part of an address is refused by Fastify, which asks no hook about it.
    routerOptions: { maxParamLength: 16 * 1024 },
    clientErrorHandler: (error, socket) => refuseNoRequest(error, socket, headers),
  });
  options.drain.follow(app);
  app.addHook('onRequest', (_request, { raw }, done) => {
    endUntaken(raw, options.takenWithinMs ?? takenWithinMs);
    done();
  });
  app.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply, headers));
  app.addHook('onRequest', (request, reply, done) => {
    // On the raw answer: what others write themselves carries it as well.
    reply.raw.setHeader('x-request-id', request.id);
    inRequest(request.id, done);
  });
  traceRequests(app);
  measureRequests(app);
  app.addHook('onRequest', refuseWhileDown(options.isDatabaseDown));
  app.setErrorHandler<FastifyError>(sayFailure);

  // The GraphQL server reads bodies itself, uploads as a stream.
  void app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', (_request, _payload, done) => done(null));
    api.addHook('onRequest', apiHeaders);
    api.addHook('onRequest', refuseLargeBody);
    api.addHook('onRequest', refuseCodedBody);
    // No OPTIONS: the console is of our own origin, and no page of another may ask in a person's name (CORS).
    api.route({ url: '/graphql', method: ['GET', 'POST'], handler: options.graphql });
  });

  serveHealth(app, options);
  if (options.metrics) {
    serveMetrics(app, options.metrics);
  }
  if (options.map) {
    serveMap(app, options.map);
  }
  app.get('/config.json', (_request, reply) => {
    const file = options.map?.maps.current;
    const config: ConsoleConfig = { ...options.consoleConfig, mapFileUrl: file ? mapFileUrl(file) : null };
    return reply.header('cache-control', 'no-cache').send(config);
  });
  // Who asks for the headers alone (HEAD) would use the token up.
  app.get<{ Params: { token: string } }>('/downloads/:token', { exposeHeadRoute: false }, (request, reply) =>
    sendDownload(request.params.token, reply, options.findDownload),
  );
  serveConsole(app, options.consoleFolder);
  return app;
}

/** An address that nothing has. */
const nowhere = '/-';

/**
 * Whether an address can be that of something. Others are nowhere: Fastify would refuse what cannot be decoded past our hooks, and the
 * files' plugin forbids what is written in more than one way, as if there were something behind it.
 */
function isAddress(url: string): boolean {
  const [path = ''] = url.replace(/^https?:\/\/[^/?]+/i, '').split('?');
  try {
    return /^\/$|^(\/(?!\.{1,2}(\/|$))[^/\\\0]+)+\/?$/.test(decodeURIComponent(path));
  } catch (error) {
    if (error instanceof URIError) {
      return false;
    }
    throw error;
  }
}

/** What is served without the database: the console itself, and how the server is. */
const needsDatabase = (path: string) =>
  ['/graphql', '/downloads/', realmsPath].some((prefix) => path.startsWith(prefix));

const refuseWhileDown =
  (isUnavailable: () => boolean) =>
  ({ url }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (isUnavailable() && needsDatabase(url)) {
      sendTrouble(reply, new DatabaseUnavailable());
    } else {
      done();
    }
  };

/**
 * Refuses a body by the length it announces, before a byte of it is read; one that announces none is not read at all. Node
 * itself ends a request that sends more than it announced.
 */
async function refuseLargeBody({ method, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
  if (method !== 'POST') {
    return;
  }
  const length = headers['content-length'];
  if (length === undefined) {
    return reply.code(411).send({ error: 'Say how long the body is' });
  }
  const isMultipart = headers['content-type']?.startsWith('multipart/form-data') ?? false;
  if (Number(length) > (isMultipart ? bodyLimits.multipart : bodyLimits.other)) {
    return reply.code(413).send({ error: 'The body is too long' });
  }
}

/**
 * Refuses a compressed body, which says little of how long it is: a gateway that was told that its JSON is none would look for what is wrong
 * with it (RFC 9110, §15.5.16).
 */
async function refuseCodedBody({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
  const codings = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  if (codings.some((coding) => !['', 'identity'].includes(coding.trim()))) {
    return reply.code(415).header('accept-encoding', 'identity').send({ error: 'Send the body as it is' });
  }
}

/** Says in our words what Fastify and its plugins refuse. What the files' plugin forbids is not there, as far as anybody is told. */
function sayFailure(err: FastifyError, { log }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const trouble = unavailabilityOf(err);
  if (trouble) {
    log.warn({ err }, 'The database did not serve a request');
    return sendTrouble(reply, trouble);
  }
  if (err instanceof AppError && err.code === 'LimitExceeded') {
    return sendTrouble(reply, err);
  }
  const status = err.code === 'FST_STATIC_FORBIDDEN_PATH' ? 404 : (err.statusCode ?? 500);
  if (status >= 500) {
    log.error({ err }, 'A request failed');
  }
  return reply.code(status).send({ error: status === 404 ? 'Not found' : STATUS_CODES[status] });
}

const isFile = /\.\w+$|^\/(assets|locales)\//;

/** Built files carry their hash in their name and are kept for good; the page and the texts are asked for anew. */
function serveConsole(app: FastifyInstance, folder: string): void {
  void app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const kept = path.includes('/assets/');
      void reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // In place of the plugin's own route, which for each file reads the names of all of its folder, to compare how they are spelled.
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: ({ params }, reply) => void reply.sendFile(`/${params['*']}`),
  });
  // A deep link is the console's business. Where it has no screen its page says so, to who wants a page.
  app.setNotFoundHandler(({ url, method, headers }, reply) => {
    const path = url.split('?')[0] ?? '';
    const mayBePage = (method === 'GET' || method === 'HEAD') && !isFile.test(path);
    if (mayBePage && isConsolePath(path)) {
      return reply.sendFile('index.html');
    }
    void reply.code(404);
    return mayBePage && headers.accept?.includes('text/html')
      ? reply.sendFile('index.html')
      : reply.send({ error: 'Not found' });
  });
}
