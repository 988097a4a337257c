import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpRequests, httpSeconds } from '../instruments/meters.ts';

export interface MetricsOptions {
  /** Who shows it may read. */
  readonly token: string;
  /** Everything, in Prometheus' text format. */
  readonly text: () => Promise<string>;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * `/metrics`, for whoever shows the token: they tell how much a town does, and when. A wrong one is answered before anything is looked
 * up, and takes as long as any other.
 */
export function serveMetrics(app: FastifyInstance, { token, text }: MetricsOptions): void {
  const wanted = hashOf(`Bearer ${token}`);
  app.get('/metrics', { exposeHeadRoute: false }, async ({ headers }, reply) => {
    void reply.header('cache-control', 'no-store');
    if (!timingSafeEqual(hashOf(headers.authorization ?? ''), wanted)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'Unauthorized' });
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text());
  });
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** What may be told of a request: its method if it is one of ours, and the route it came to. Addresses carry tokens. */
export const factsOf = ({ method, routeOptions }: FastifyRequest) => ({
  method: methods.has(method) ? method : 'other',
  route: routeOptions.url ?? 'none',
});

/** Counts every answer, also of those who write it themselves. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, { raw, elapsedTime }: FastifyReply, done) => {
    const { method, route } = factsOf(request);
    httpRequests.inc({ method, route, status: raw.headersSent ? raw.statusCode : 'none' });
    httpSeconds.observe({ route }, elapsedTime / 1000);
    done();
  });
}
