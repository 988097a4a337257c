import type { FastifyInstance } from 'fastify';
import { version } from '../process/version.ts';

/** What is the matter, where something is. */
export type Trouble = 'draining' | 'database' | 'projection' | 'disk';

export interface Readiness {
  /** Empty while the server can do all it should. */
  readonly troubles: readonly Trouble[];
  /** For whoever looks after it, without anything about people or orgs. */
  readonly details: Readonly<Record<string, number | string | boolean | null>>;
}

export interface HealthOptions {
  /** Rejects while the server cannot serve. */
  readonly checkHealth: () => Promise<void>;
  readonly readiness: () => Promise<Readiness>;
}

/** `/ready` is what it was called first, and what some still ask. */
export const readyPaths = ['/readyz', '/ready'] as const;

/** How the server is: `/livez` for whoever would start it again, `/readyz` for whoever shares requests out, `/health` as it was. */
export function serveHealth(app: FastifyInstance, { checkHealth, readiness }: HealthOptions): void {
  // Whether it answers at all: to start it again because the database is away would mend nothing.
  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  for (const path of readyPaths) {
    app.get(path, async (_request, reply) => {
      const { troubles, details } = await readiness();
      const isReady = troubles.length === 0;
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'unavailable', troubles, ...details });
    });
  }

  app.get('/health', async (_request, reply) => {
    try {
      await checkHealth();
      return reply.header('cache-control', 'no-store').send({ status: 'ok', version });
    } catch (error) {
      app.log.warn({ err: error }, 'Not healthy');
      return reply.code(503).header('cache-control', 'no-store').send({ status: 'unavailable', version });
    }
  });
}
