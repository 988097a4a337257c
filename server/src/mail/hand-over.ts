import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailFailure } from '@noa/domain/mail/failures.ts';

/** Where e-mail is handed over, and in whose name. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, perhaps with user and password. */
  readonly smtpUrl: string;
  /** `Noa <noa@primaria.ro>`, or the address alone. */
  readonly from: string;
}

/** What became of a message: each recipient is in one of the lists. */
export interface Delivery {
  /** The server has taken it for these. */
  readonly accepted: readonly string[];
  /** It never will. */
  readonly refused: readonly string[];
  /** It has not, and may at another time. */
  readonly deferred: readonly string[];
  /** It was given the whole message and did not say. */
  readonly unknown: readonly string[];
  readonly failure: MailFailure | null;
  /** The server's reply that the failure comes from. */
  readonly smtpCode: number | null;
}

interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

const timeouts = { dnsTimeout: 10_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
/** Milliseconds that handing a message over may take in all. */
export const handoverMs = 180_000;
const pieceBytes = 65_536;

/** The message was not given out: it is somebody else's to send by now, or nobody could say whose. */
export class NotHandedOver extends Error {
  override readonly name = 'NotHandedOver';
}

interface HandingOver {
  /** Asked when the server is ready for the message, before it gets any of it. */
  readonly mayGo?: () => Promise<boolean>;
  /** Aborted when the process ends: a mail server that hangs is left then, unless it has the message. */
  readonly leaving?: AbortSignal | undefined;
}

/**
 * Hands a message to the mail server, once. Not through nodemailer's transports, which do not tell how far they got: what has
 * not been handed over may be tried again, what may have been must not.
 *
 * @param message - the whole of it, with its headers.
 * @throws {NotHandedOver} if it may not go.
 */
export async function handOver(
  smtpUrl: string,
  envelope: Envelope,
  message: Buffer,
  { mayGo = () => Promise.resolve(true), leaving }: HandingOver = {},
): Promise<Delivery> {
  const { options, login } = connectionOf(smtpUrl);
  const connection = new SMTPConnection(options);
  let handedOver = false;
  const leave = () => !handedOver && connection.close();
  leaving?.addEventListener('abort', leave, { once: true });
  async function* pieces() {
    const goes = await mayGo().catch((cause: unknown) => {
      throw new NotHandedOver('Could not confirm in the database that the message is to be sent', { cause });
    });
    if (!goes) {
      throw new NotHandedOver('The message is somebody else’s to send');
    }
    for (let at = 0; at < message.length; at += pieceBytes) {
      yield message.subarray(at, at + pieceBytes);
    }
    // The end of the message is written after this: before, the server cannot have taken it.
    handedOver = true;
  }
  try {
    const send = async () => {
      await called<void>((done) => connection.connect((err) => done(err ?? null)));
      if (login && connection.allowsAuth) {
        await called((done) => connection.login(login, done));
      }
      const to = { from: envelope.from, to: [...envelope.to], size: message.length };
      return called<Sent>((done) => connection.send(to, Readable.from(pieces()), done));
    };
    leaving?.throwIfAborted();
    const sent = await within(handoverMs, send(), connection);
    connection.quit();
    return deliveryOf(envelope.to, sent);
  } catch (cause) {
    connection.close();
    if (cause instanceof NotHandedOver) {
      throw cause;
    }
    return failedDelivery(envelope.to, cause as NodemailerError, handedOver);
  } finally {
    leaving?.removeEventListener('abort', leave);
  }
}

interface Sent {
  readonly rejected: readonly string[];
  readonly rejectedErrors?: readonly NodemailerError[] | undefined;
}

type Done<T> = (err: NodemailerError | null, result?: T) => void;

const called = <T>(call: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    call((err, result) => (err ? reject(err) : resolve(result as T)));
  });

/** Errors that end the connection are told by an event, and not always to whoever waits for an answer. */
function within<T>(ms: number, work: Promise<T>, connection: SMTPConnection): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Handing the message over took too long')), ms);
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('The mail server closed the connection')));
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A password goes over the network encrypted only. */
function connectionOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isNear = ['localhost', '127.0.0.1', '::1'].includes(host);
  return {
    options: {
      host,
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      requireTLS: !secure && username !== '' && !isNear,
      ...timeouts,
    },
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
  };
}

const isForEver = ({ responseCode = 0 }: NodemailerError) => responseCode >= 500 && responseCode !== 503;

/** The recipients that were refused one by one, some perhaps for now only. */
function splitRejected(errors: readonly NodemailerError[]) {
  const addresses = (of: readonly NodemailerError[]) => of.flatMap(({ recipient }) => recipient ?? []);
  const forEver = errors.filter(isForEver);
  const forNow = errors.filter((error) => !isForEver(error));
  return {
    refused: addresses(forEver),
    deferred: addresses(forNow),
    failure: forNow.length > 0 ? ('mail_put_off' as const) : errors.length > 0 ? ('mail_refused' as const) : null,
    smtpCode: (forNow[0] ?? forEver[0])?.responseCode ?? null,
  };
}

function deliveryOf(to: readonly string[], { rejectedErrors = [] }: Sent): Delivery {
  const split = splitRejected(rejectedErrors);
  const rejected = new Set([...split.refused, ...split.deferred]);
  return { ...split, accepted: to.filter((address) => !rejected.has(address)), unknown: [] };
}

function failedDelivery(to: readonly string[], error: NodemailerError, handedOver: boolean): Delivery {
  const none = { accepted: [], refused: [], deferred: [], unknown: [] };
  const smtpCode = error.responseCode ?? null;
  if (error.rejectedErrors && error.rejectedErrors.length > 0) {
    return { ...none, ...splitRejected(error.rejectedErrors) };
  }
  const isAboutMessage = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  // 421 may be about the connection: whether the message was taken before, it does not say.
  if (handedOver && (!isAboutMessage || smtpCode === null || smtpCode === 421)) {
    return { ...none, unknown: [...to], failure: 'no_answer', smtpCode };
  }
  if (error.code === 'EMESSAGE' && smtpCode === null) {
    return { ...none, refused: [...to], failure: 'too_large', smtpCode };
  }
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') {
    return { ...none, deferred: [...to], failure: 'mail_server_login', smtpCode };
  }
  // Of a greeting or of encryption that failed, whoever runs the server hears and mends it: the message is as good as before.
  if (!isAboutMessage || smtpCode === null) {
    return { ...none, deferred: [...to], failure: 'mail_server_unreachable', smtpCode };
  }
  return isForEver(error)
    ? { ...none, refused: [...to], failure: 'mail_refused', smtpCode }
    : { ...none, deferred: [...to], failure: 'mail_put_off', smtpCode };
}
