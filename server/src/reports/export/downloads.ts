import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

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

interface Prepared {
  readonly expiresAt: Date;
  readonly open: () => Download | Promise<Download>;
  uses: number;
}

const lifeMs = 5 * 60_000;
/** Browsers may ask for the headers first, or try again; a link that leaked is soon worth nothing all the same. */
const usesAtMost = 3;
const ticketsAtMost = 10_000;

/** Files that were asked for and not fetched yet. The token is the whole proof: it holds for one file and five minutes. */
export class Downloads {
  readonly #prepared = new Map<string, Prepared>();

  /** @param open - begins to make the file; called when it is fetched, with what the caller could see when asking. */
  prepare(open: () => Download | Promise<Download>, now = new Date()): Ticket {
    this.#forgetOld(now);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifeMs);
    this.#prepared.set(token, { expiresAt, open, uses: 0 });
    return { token, expiresAt };
  }

  /** Undefined for a token that is unknown, used up or past its time. */
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
    return prepared.open();
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
