import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { aHangingServer, aMailServer } from './mail-server.fixture.ts';
import { handOver } from './hand-over.ts';
import { addressOf } from './address.ts';

const envelope = { from: 'noa@noa.test', to: ['a@noa.test', 'b@noa.test'] };
it('a connection that breaks in the middle of a message has not delivered it', async () => {
  const sockets = new Set<Socket>();
  const server = await aMailServer({
    onData: (stream) => {
      stream.once('data', () => sockets.forEach((socket) => socket.destroy()));
    },
  });
  server.onSocket((socket) => sockets.add(socket));
  // More than fits into the buffers in between.
  const message = Buffer.alloc(30_000_000, 'Subject: x\r\n');

  expect(await handOver(server.url, envelope, message)).toEqual({
    accepted: [],
    refused: [],
    deferred: envelope.to,
    unknown: [],
    failure: 'mail_server_unreachable',
    smtpCode: null,
  });
});

it('a message that may not go does not', async () => {
  const server = await aMailServer();
  const message = Buffer.from('Subject: x\r\n\r\nx\r\n');

  await expect(handOver(server.url, envelope, message, { mayGo: () => Promise.resolve(false) })).rejects.toThrow(
    'somebody else’s',
  );
  await expect(
    handOver(server.url, envelope, message, { mayGo: () => Promise.reject(new Error('down')) }),
  ).rejects.toThrow('Could not confirm');
  expect(server.mails).toEqual([]);
});

it('a server that hangs is left when the process ends', async () => {
  const { address, reached } = await aHangingServer();
  const leaving = new AbortController();
  const hand = () => handOver(`smtp://${address}`, envelope, Buffer.from('x'), { leaving: leaving.signal });
  const handed = hand();
  await reached;

  leaving.abort();

  for (const delivery of [await handed, await hand()]) {
    expect(delivery).toMatchObject({ deferred: envelope.to, failure: 'mail_server_unreachable' });
  }
}, 10_000);

it('a message larger than the server takes is refused as too large', async () => {
  const server = await aMailServer({ size: 1_000 });

  expect(await handOver(server.url, envelope, Buffer.alloc(2_000, 'x'))).toMatchObject({
    refused: envelope.to,
    failure: 'too_large',
  });
});

it('a password does not go unencrypted over a network', async () => {
  const server = await aMailServer();
  const far = server.url.replace('127.0.0.1', '0.0.0.0').replace('//', '//noa:secret@');

  const { accepted, deferred } = await handOver(far, envelope, Buffer.from('x'));

  expect({ accepted, deferred }).toEqual({ accepted: [], deferred: envelope.to });
  expect(server.mails).toEqual([]);
});

it.each([
  ['Noa <noa@primaria.ro>', 'noa@primaria.ro'],
  ['noa@primaria.ro', 'noa@primaria.ro'],
  ['"Primăria, Iași" <rapoarte@iasi.ro>', 'rapoarte@iasi.ro'],
])('the address of %s is %s', (sender, address) => {
  expect(addressOf(sender)).toBe(address);
});
