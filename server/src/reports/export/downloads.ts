import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@noa/domain/errors.ts';
import type { Db } from '../../database/database.ts';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { nothing } from '../../database/scope.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { setAccount, write } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import { resolveAbsent } from '../../identity/resolve-viewer.ts';
import type { Viewer } from '../../identity/viewer.ts';
import type { AskedFile } from './asked-file.ts';
import { findFirstExpiry, insertTicket, takeTicket, ticketsPerCaller } from './download-ticket.queries.ts';

/** A file that is made while it is sent. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;
}

export interface Ticket {
  readonly token: string;
  readonly expiresAt: Date;
  readonly fileName: string;
}

/** Begins to make what somebody asked for, with what they may see. */
export type OpenFile = (asked: AskedFile, viewer: Viewer) => Promise<Download>;

export interface DownloadsOptions {
  readonly db: Db;
  readonly keys: Keyring;
  readonly open: OpenFile;
}

/** What is sealed in a ticket. */
interface Sealed {
  readonly asked: AskedFile;
  /** What its caller was and where, when they asked. */
  readonly standing: string;
}

/** How often it is asked, while a file is sent, whether its owner may still have it. */
const askEveryMs = 1_000;

const purpose = 'download-ticket';
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Anybody may try a token: these look for one at once, in rotation among networks, whoever tries the most. */
const looking = new FairQueue({ atOnce: 4, perCaller: 4, waiting: 60 });

/** 32 bytes; nothing else is looked for. */
const isToken = (text: string) => /^[\w-]{43}$/.test(text);

/**
 * Files that were asked for and not fetched yet, kept in the database: whichever server the fetch comes to makes the file. A token
 * holds for one fetch and five minutes, and only while whoever asked belongs where they did: their roles, orgs, managers and
 * apartments are what they were. Who has gained some asks anew.
 */
export class Downloads {
  readonly #options: DownloadsOptions;
  /** When each file that is being sent was begun, by `performance.now()`. */
  readonly #begun = new Map<Readable, number>();

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** Files that are being made and sent, and for how many seconds the first of them has been. */
  get underWay(): { readonly count: number; readonly oldestSeconds: number } {
    const now = performance.now();
    const [first = now] = this.#begun.values();
    return { count: this.#begun.size, oldestSeconds: (now - first) / 1000 };
  }

  /**
   * Keeps what was asked until it is fetched. Whether the caller may have it is found out before, and once more when it is fetched.
   *
   * @throws {AppError} `Forbidden` for who is no person; `LimitExceeded` when 20 files of the caller wait already; `details.retryAt`
   * says until when.
   */
  async prepare(
    { bounded, viewer }: Pick<Context, 'bounded' | 'viewer'>,
    asked: AskedFile & { readonly fileName: string },
  ): Promise<Ticket> {
    const { actor, standing } = viewer;
    const accountId = viewer.demandAccount('Only people fetch files');
    const id = randomUUID();
    const token = randomBytes(32).toString('base64url');
    const content = Buffer.from(JSON.stringify({ asked, standing } satisfies Sealed));
    const kept = await write(bounded, nothing, actor, async (tx) => {
      await setAccount(tx, accountId);
      const sealer = new Sealer(await this.#options.keys.forWriting(tx), purpose);
      const askedCipher = sealer.seal(content, [accountId, id]);
      const expiresAt = await insertTicket(tx, { id, accountId, tokenHash: hashOf(token), askedCipher });
      return { expiresAt, retryAt: expiresAt ?? (await findFirstExpiry(tx, accountId)) };
    });
    if (!kept.expiresAt) {
      throw new AppError(
        'LimitExceeded',
        `${ticketsPerCaller} files of yours are waiting to be fetched; fetch them, or ask again in five minutes`,
        { details: { retryAt: kept.retryAt?.toISOString() } },
      );
    }
    return { token, expiresAt: kept.expiresAt, fileName: asked.fileName };
  }

  /**
   * Begins to make the file that the token is for, once.
   *
   * @param from - the network that the token comes from.
   * @returns undefined for a token that is unknown, used up or past its time, or whose owner may not have the file any more, and
   * when what it is of is gone.
   * @throws {AppError} `LimitExceeded` when too many wait that come from there.
   * @throws {DoesNotOpen} for a ticket that was changed in the database.
   */
  async find(token: string, from = ''): Promise<Download | undefined> {
    const taken = isToken(token) ? await this.#take(token, from) : null;
    if (!taken) {
      return undefined;
    }
    const findViewer = async () => {
      const viewer = await resolveAbsent(this.#options.db, taken.accountId, new Date());
      return viewer?.standing === taken.standing ? viewer : undefined;
    };
    const viewer = await findViewer();
    const download = viewer && (await this.#open(taken.asked, viewer));
    if (download) {
      this.#follow(download.stream);
      endWithoutRight(download.stream, async () => (await findViewer()) !== undefined);
    }
    return download;
  }

  #follow(stream: Readable): void {
    this.#begun.set(stream, performance.now());
    stream.once('close', () => this.#begun.delete(stream));
  }

  async #take(token: string, from: string): Promise<(Sealed & { accountId: string }) | null> {
    const busy = { says: 'Too many files are asked for at once; ask again in a moment', retryAfterSeconds: 2 };
    const releaseSlot = await looking.takeInTime(from, busy);
    return this.#takeNow(token).finally(releaseSlot);
  }

  #takeNow(token: string): Promise<(Sealed & { accountId: string }) | null> {
    const { db, keys } = this.#options;
    return write(db, nothing, 'system', async (tx) => {
      const dataKeys = await keys.forWriting(tx);
      const ticket = await takeTicket(tx, hashOf(token));
      if (!ticket) {
        return null;
      }
      const { id, account_id: accountId, asked_cipher: cipher } = ticket;
      const content = new Sealer(dataKeys, purpose).open(cipher, [accountId, id]);
      return { ...(JSON.parse(content.toString()) as Sealed), accountId };
    });
  }

  async #open(asked: AskedFile, viewer: Viewer): Promise<Download | undefined> {
    try {
      return await this.#options.open(asked, viewer);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NotFound') {
        return undefined; // deleted since
      }
      throw error;
    }
  }
}

/** Breaks a file off when its owner may not have it any more, or nobody can tell whether they may. */
function endWithoutRight(stream: Readable, mayFetch: () => Promise<boolean>): void {
  const asking = setInterval(() => {
    mayFetch().then(
      (may) => void (may || stream.destroy(new Error('Who fetches the file has lost the right to it'))),
      (error: unknown) => void stream.destroy(error as Error),
    );
  }, askEveryMs);
  stream.once('close', () => clearInterval(asking));
}
