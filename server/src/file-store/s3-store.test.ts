import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openFileStore, type FileStore } from './file-store.ts';

/** A store of S3's kind at a port of this machine, asked with a key. */
function openStore(port: number, address = 's3://noa/of/a-town', key = 'S3RVER'): Promise<FileStore> {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', key);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', key);
  onTestFinished(() => void vi.unstubAllEnvs());
  return openFileStore(address);
}

async function runStore(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'noa-s3-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true, // those of this library are newer than it knows
    directory,
    configureBuckets: [{ name: 'noa' }],
  });
  onTestFinished(async () => {
    await s3.close();
    await rm(directory, { recursive: true });
  });
  return (await s3.run()).port;
}

/** A store that answers whatever it is asked with this. */
async function runAnswering(
  answer: (asked: IncomingMessage) => readonly [status: number, xml: string],
): Promise<number> {
  const server = createServer((asked, response) => {
    asked.resume().on('end', () => {
      const [status, xml] = answer(asked);
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** Whatever a store can be asked for, and what of that fails where nothing may be done. */
const asked: Readonly<Record<string, (store: FileStore) => Promise<unknown>>> = {
  write: (store) => store.write('file', Readable.from([Buffer.from('content')])),
  read: (store) => store.read('file'),
  list: (store) => store.list(''),
  sizes: (store) => store.sizes(''),
  folders: (store) => store.folders(),
  remove: (store) => store.remove(['file']),
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

it.each(Object.entries(asked))('says that there is no such bucket, whatever it is asked for: %s', async (_, ask) => {
  const store = await openStore(await runStore(), 's3://no-such-bucket/noa');

  const failure = await failureOf(ask(store));

  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as Error).message).toBe(
    's3://no-such-bucket/noa is in no bucket of that name: make it, or name another.',
  );
});

it.each([
  [403, 'AccessDenied', /does not allow that to the key of AWS_ACCESS_KEY_ID/, OperatorError],
  [403, 'InvalidAccessKeyId', /refuses the key of AWS_ACCESS_KEY_ID/, OperatorError],
  [403, 'SignatureDoesNotMatch', /refuses the key of AWS_ACCESS_KEY_ID/, OperatorError],
  [400, 'AuthorizationHeaderMalformed', /of another region than AWS_REGION/, OperatorError],
  [403, 'RequestTimeTooSkewed', /has another time than this machine/, OperatorError],
  [507, 'OutOfDisk', /answered OutOfDisk \(507\)/, PassingError],
  [503, 'SlowDown', /answered SlowDown \(503\)/, PassingError],
] as const)('says what is to be done about an answer of %s, %s', async (status, code, sentence, type) => {
  const port = await runAnswering(() => [status, `<Error><Code>${code}</Code><Message>s3cret</Message></Error>`]);

  const failure = await failureOf((await openStore(port)).list(''));

  expect(failure).toBeInstanceOf(type);
  expect((failure as Error).message).toMatch(sentence);
  expect((failure as Error).message).not.toContain('s3cret');
});

it('says that nothing answers at the address of the store, which may pass', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');

  const failure = await failureOf((await openStore(port)).list(''));

  expect(failure).toBeInstanceOf(PassingError);
  expect((failure as Error).message).toBe(
    's3://noa/of/a-town was not reached (AWS_ENDPOINT_URL_S3): nothing answers there.',
  );
});

it('does not say that a file is gone which the store has kept', async () => {
  const port = await runAnswering(() => [
    200,
    '<DeleteResult><Error><Key>of/a-town/file</Key><Code>ObjectLocked</Code></Error></DeleteResult>',
  ]);

  const failure = await failureOf((await openStore(port)).remove(['file', 'other']));

  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as Error).message).toBe('s3://noa/of/a-town did not remove of/a-town/file: ObjectLocked.');
});
