import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginRequestSpan, type RequestSpan } from '../instruments/tracing.ts';
import { readyPaths } from './health.ts';
import { factsOf } from './metrics.ts';

/** What programs ask over and over that look after the server. */
const watching: ReadonlySet<string> = new Set(['/livez', ...readyPaths, '/health', '/metrics']);

/** Makes a span of each request, with the id by which the log has it. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, route } = factsOf(request);
    const attributes = { 'http.request.method': method, 'http.route': route, 'noa.request_id': request.id };
    const span = watching.has(route) ? undefined : beginRequestSpan(`${method} ${route}`, attributes, request.headers);
    if (!span) {
      return done();
    }
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', (request, { raw }, done) => {
    spans.get(request)?.end(raw.statusCode);
    done();
  });
}
