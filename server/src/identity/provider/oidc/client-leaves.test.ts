import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { aLog } from '../../../hostile/logs.fixture.ts';
import { mountProvider } from '../mount.ts';
import { loginPath, providerPaths } from '../paths.ts';
import { aProvider, realmPath } from '../provider.fixture.ts';

const paths = [...Object.values(providerPaths), loginPath('abc'), '/nowhere'].map((path) => realmPath + path);

it('logs nothing above debug of a client that leaves while it sends a form, at any address', async () => {
  const log = aLog();
  const loggerInstance: FastifyBaseLogger = log.logger;
  const app: FastifyInstance = Fastify({ loggerInstance });
  mountProvider(app, await aProvider());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

  for (const path of paths) {
    const socket = connect(Number(port), '127.0.0.1');
    const type = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 500';
    const arrived = once(app.server, 'request');
    socket.write(`POST ${path} HTTP/1.1\r\nhost: noa.test\r\n${type}\r\n\r\ngrant_type=password&`);
    const [request] = await arrived;
    const closed = new Promise((resolve) => request.on('error', () => undefined).once('close', resolve));
    socket.resetAndDestroy();
    await closed;
  }
  await app.close();

  const levels = log
    .text()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(levels.filter(({ level }) => level > 20).filter(({ msg }) => !msg.startsWith('Server listening'))).toEqual([]);
});
