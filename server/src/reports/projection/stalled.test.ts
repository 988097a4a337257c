import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { httpOptions } from '../../http/http.fixture.ts';
import { createHttp } from '../../http/server.ts';
import { reports } from '../testing/events.ts';

const { projection } = reports;
await projection.refresh();

/** A connection for exports is held until all of it is taken. */
const held = (rows: number) =>
  Readable.from(
    projection.inSnapshot(async function* texts(_query, stream) {
      for await (const piece of stream(`select repeat('a', 100) from range(${rows})`, [])) {
        yield piece.join('\n');
      }
    }),
  );

async function* lateRow() {
  yield 'first,';
  await delay(1_500);
  yield 'last';
}

const streams: Readonly<Record<string, () => Readable>> = {
  long: () => held(100_000_000),
  late: () => Readable.from(lateRow()),
};

const app = createHttp(
  httpOptions({
    consoleFolder: import.meta.dirname,
    findDownload: async (token) => ({
      fileName: 'file.csv',
      contentType: 'text/csv',
      stream: streams[token]?.() ?? Readable.from([]),
    }),
    takenWithinMs: 500,
  }),
);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

it('a file that nobody takes any more, though they stay connected, ends: what makes it is free for others', async () => {
  for (let client = 0; client < 3; client += 1) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write('GET /downloads/long HTTP/1.1\r\nhost: localhost\r\n\r\n'); // and reads nothing
  }
  await delay(200); // so that they come first

  expect(await held(1).toArray()).toEqual(['a'.repeat(100)]);
});

it('a file that is taken as it comes does not end, however long it takes to be made', async () => {
  expect(await (await fetch(`${origin}/downloads/late`)).text()).toBe('first,last');
});
