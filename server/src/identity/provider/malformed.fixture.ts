import Fastify, { type FastifyInstance } from 'fastify';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { mountProvider } from './mount.ts';
import { aProvider } from './provider.fixture.ts';

/** What no form of ours sends, and PostgreSQL, a parser or a page may stumble over. */
export const malformed: Readonly<Record<string, string>> = {
  nothing: '',
  'a null character': 'a\0b',
  'control characters': 'a\r\n\u001B[31m\u202E',
  markup: `"'><script>alert(1)</script>`,
  'what every object has': 'constructor',
  'JSON that was not asked for': '{"id":"a","rawId":null,"type":[],"response":{"clientDataJSON":7}}',
  'a number beyond all bounds': '-9e999',
  'as many letters as a form may hold': 'ș'.repeat(1_500),
  'more than a form may hold': 'x'.repeat(20_000),
};

/** A provider of production whose routes and failures are written down. */
export interface Watched {
  readonly app: FastifyInstance;
  readonly provider: EmbeddedProvider;
  /** `POST /realms/dev/login/:uid` */
  readonly routes: readonly string[];
  /** What was logged as an error. */
  readonly failures: string[];
}

/** Starts a provider as in production, with its mail. */
export async function startWatched(): Promise<Watched> {
  const [routes, failures]: [string[], string[]] = [[], []];
  const stream = { write: (line: string) => void failures.push(line) };
  const app = Fastify({ logger: { level: 'error', stream } });
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url}`)));
  const provider = await aProvider({ production: true, sendsMail: true, secondFactor: ['root'] });
  mountProvider(app, provider);
  await app.ready();
  return { app, provider, routes, failures };
}
