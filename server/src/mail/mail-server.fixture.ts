import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll } from 'vitest';

/** An e-mail that a server took. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  /** In the order in which they were taken. */
  readonly mails: readonly Mail[];
  /** Tells of each connection. */
  onSocket(listener: (socket: Socket) => void): void;
  close(): Promise<void>;
}

/** A refusal as the protocol has it: 550 for good, 451 for now. */
export const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });

/** A real mail server on loopback that takes what it is given, unless it is told otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true, // loopback, as the product allows it there alone
    closeTimeout: 200,
    onData: (stream, { envelope }, done) => {
      text(stream).then(
        (source) => {
          const { mailFrom, rcptTo } = envelope;
          mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source });
          done();
        },
        () => undefined, // it broke off before its end: nothing was taken
      );
    },
    ...options,
  });
  server.on('error', () => undefined); // connections that tests break
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onSocket: (listener) => void server.server.on('connection', listener),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The decoded header of an e-mail. */
export function headerOf({ source }: Mail, name: string): string {
  const unfolded = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const line = unfolded.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
  return line
    .slice(name.length + 1)
    .trim()
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_all, how: string, coded: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString()
        : Buffer.from(
            coded
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/gi, (_hex, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
            'latin1',
          ).toString(),
    );
}

/** What an e-mail says, each time it says it: as plain text, and with styles. */
export function bodiesOf({ source }: Mail): string[] {
  return [
    ...source.matchAll(
      /Content-Type: text\/(?:plain|html)[^]*?Content-Transfer-Encoding: (\S+)[^]*?\r\n\r\n([^]*?)\r\n--/g,
    ),
  ].map(([, coding = '', body = '']) =>
    coding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : Buffer.from(
          body
            .replaceAll('=\r\n', '')
            .replaceAll(/=([0-9A-F]{2})/g, (_hex, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
          'latin1',
        ).toString(),
  );
}

/** The bytes of the only file attached to an e-mail. */
export function attachmentOf({ source }: Mail): Buffer {
  const part = /Content-Disposition: attachment[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)?.[1] ?? '';
  return Buffer.from(part.replaceAll(/\s/g, ''), 'base64');
}

/** A server of a test that takes a connection and says nothing, to whoever speaks first. */
export async function aHangingServer() {
  const sockets: Socket[] = [];
  const left = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
    socket.once('close', () => left.resolve());
  });
  const reached = once(server, 'connection');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, reached, left: left.promise };
}

const opened: MailServer[] = [];
afterAll(() => Promise.all(opened.map((server) => server.close())));

/** A mail server of a test, which is closed with the file. */
export async function aMailServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  opened.push(server);
  return server;
}
