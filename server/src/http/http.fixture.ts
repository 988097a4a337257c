import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll } from 'vitest';
import { Drain } from './drain.ts';
import type { HttpOptions } from './server.ts';

/** A built console of two files, as small as can be; gone when the test file has ended. */
export async function aConsoleFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-http-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Noa</title>');
  await writeFile(join(folder, 'assets/index-abc.js'), 'export {}');
  return folder;
}

/** A port behind which all is well and nothing is to be had; a test says what it wants otherwise. */
export const httpOptions = (
  given: Partial<Omit<HttpOptions, 'consoleConfig'>> & {
    readonly consoleFolder: string;
    readonly consoleConfig?: Partial<HttpOptions['consoleConfig']>;
  },
): HttpOptions => ({
  logger: pino({ level: 'silent' }),
  trustedProxies: [],
  graphql: async (_request, reply) => reply.send({ data: {} }),
  drain: new Drain(),
  isDatabaseDown: () => false,
  map: null,
  metrics: null,
  readiness: async () => ({ troubles: [], details: {} }),
  findDownload: async () => undefined,
  checkHealth: async () => undefined,
  ...given,
  consoleConfig: {
    authority: 'https://id.example/realms/town',
    clientId: 'noa-frontend',
    graphqlUrl: '/graphql',
    production: true,
    mapStyleUrl: null,
    ...given.consoleConfig,
  },
});
