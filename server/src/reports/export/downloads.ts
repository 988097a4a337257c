import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@noa/domain/errors.ts';

/** A file that is made while it is sent. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;
}

export interface Ticket {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Whose file it is. */
export interface Owner {
  /** Tickets are counted by it. */
  readonly name: string;
  /** Whether the owner still belongs where they did when they asked. Asked when the file is fetched, and while it is sent. */
  readonly mayFetch: () => Promise<boolean>;
}

interface Prepared {
  readonly expiresAt: Date;
  readonly open: () => Download | Promise<Download>;
  readonly owner: Owner;
  uses: number;
}

const lifeMs = 5 * 60_000;
/** Browsers may ask for the headers first, or try again; a link that leaked is soon worth nothing all the same. */
const usesAtMost = 3;
const ticketsAtMost = 10_000;
const ticketsPerOwner = 20;

/** How often it is asked, while a file is sent, whether its owner may still have it. */
const askEveryMs = 1_000;

/**
 * Files that were asked for and not fetched yet. The token holds for one file and five minutes, and only as long as whoever asked
 * belongs where they did.
 */
export class Downloads {
  readonly #prepared = new Map<string, Prepared>();

  /**
   * @param open - begins to make the file; called when it is fetched, with what the caller could see when asking.
   * @throws {AppError} `LimitExceeded` when 20 files of the owner wait already; `details.retryAt` says until when.
   */
  prepare(open: () => Download | Promise<Download>, owner: Owner, now = new Date()): Ticket {
    this.#forgetOld(now);
    const mine = [...this.#prepared].filter(([, each]) => each.owner.name === owner.name);
    const fetched = mine.find(([, { uses }]) => uses > 0);
    const [, oldest] = mine[0] ?? [];
    if (fetched && mine.length >= ticketsPerOwner) {
      this.#prepared.delete(fetched[0]); // it was kept for whoever tries again
    } else if (oldest && mine.length >= ticketsPerOwner) {
      throw new AppError(
        'LimitExceeded',
        `${ticketsPerOwner} files of yours are waiting to be fetched; fetch them, or ask again in five minutes`,
        { details: { retryAt: oldest.expiresAt.toISOString() } },
      );
    }
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifeMs);
    this.#prepared.set(token, { expiresAt, open, owner, uses: 0 });
    return { token, expiresAt };
  }

  /** Undefined for a token that is unknown, used up or past its time, or whose owner may not have the file any more. */
  async find(token: string, now = new Date()): Promise<Download | undefined> {
    this.#forgetOld(now);
    const prepared = this.#prepared.get(token);
    if (!prepared) {
      return undefined;
    }
    prepared.uses += 1;
    if (prepared.uses >= usesAtMost) {
      this.#prepared.delete(token);
    }
    if (!(await prepared.owner.mayFetch())) {
      this.#prepared.delete(token);
      return undefined;
    }
    const download = await prepared.open();
    endWithoutRight(download.stream, prepared.owner);
    return download;
  }

  /** The oldest come first in a Map. */
  #forgetOld(now: Date): void {
    for (const [token, { expiresAt }] of this.#prepared) {
      if (expiresAt > now && this.#prepared.size < ticketsAtMost) {
        break;
      }
      this.#prepared.delete(token);
    }
  }
}

/** Breaks a file off when its owner may not have it any more, or nobody can tell whether they may. */
function endWithoutRight(stream: Readable, { mayFetch }: Owner): void {
  const asking = setInterval(() => {
    mayFetch().then(
      (may) => void (may || stream.destroy(new Error('Who fetches the file has lost the right to it'))),
      (error: unknown) => void stream.destroy(error as Error),
    );
  }, askEveryMs);
  stream.once('close', () => clearInterval(asking));
}
