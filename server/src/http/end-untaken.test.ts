import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Drain } from './drain.ts';
import { aConsoleFolder, httpOptions } from './http.fixture.ts';
import { createHttp } from './server.ts';

it('an answer of which nothing is taken is not kept, whoever writes it', async () => {
  const drain = new Drain();
  const app = createHttp(
    httpOptions({
      consoleFolder: await aConsoleFolder(),
      drain,
      takenWithinMs: 300,
      graphql: async (_request, reply) => {
        reply.hijack();
        reply.raw.end(Buffer.alloc(50_000_000));
      },
    }),
  );
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => app.close());
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');

  socket.write('GET /graphql HTTP/1.1\r\nhost: noa.test\r\n\r\n');
  await once(socket, 'readable'); // and reads nothing
  expect(drain.live).toBe(1);

  await expect.poll(() => drain.live, { timeout: 8_000 }).toBe(0);
});
