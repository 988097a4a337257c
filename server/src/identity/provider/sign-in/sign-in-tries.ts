import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { execute, hasRow } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import { giveTryBack, takeTry } from '../../../database/rate-limit.ts';
import { clientNetwork } from '../../client-network.ts';

const windowMinutes = 5;

/**
 * Wrong tries within five minutes, at all servers together. By account and network, so that whoever guesses elsewhere does not
 * lock its owner out; by network, whatever accounts are named; and by account over all networks from which nobody has signed in to
 * it yet, which bounds who has many networks to guess from. A browser in which its owner has signed in is counted by itself, as many
 * times as an account in a network, and by nothing else: nobody in the same network holds it off (OWASP's device cookies).
 */
const wrongTries = { perAccountInNetwork: 20, perNetwork: 100, perAccountElsewhere: 200 } as const;

export type TryLimits = Readonly<Record<keyof typeof wrongTries, number>>;

/** From where somebody tries. */
export interface TriedFrom {
  readonly address: string;
  /** What the browser's own cookie says (devices.ts); undefined of who has no browser. */
  readonly device?: string | undefined;
}

/** A try as it was counted. */
interface CountedTry {
  /** Of account and network together, and of account and browser: known from now on, if the try was right. */
  readonly positions: readonly Buffer[];
  readonly counted: readonly { readonly key: Buffer; readonly takenAt: string }[];
}

/** A limit is reached: what was counted in its transaction is not. */
class TooMany extends Error {
  override readonly name = 'TooMany';
  readonly retryAt: Date;

  constructor(retryAt: Date) {
    super('Too many tries');
    this.retryAt = retryAt;
  }
}

/** Rows that are removed along the way, at each try: no job need do it. */
const forgottenAtOnce = 20;

/** Counts who tries passwords, for all servers of a database. What is kept are hashes: neither addresses nor networks. */
export class SignInTries {
  readonly #db: Db;
  readonly #secret: Buffer;
  readonly #limits: TryLimits;

  /** @param secret - the same at all servers of the database. */
  constructor(db: Db, secret: Buffer, limits: TryLimits = wrongTries) {
    this.#db = db;
    this.#secret = secret;
    this.#limits = limits;
  }

  /**
   * Counts a try before it is judged, so that a burst of parallel guesses gains nothing.
   *
   * @returns when the next one will be counted, if a limit is reached: then it must not be judged at all.
   */
  async count(account: string, { address, device }: TriedFrom): Promise<CountedTry | { readonly retryAt: Date }> {
    await this.#forget();
    const network = clientNetwork(address);
    const networkKey = this.#hash(`place ${network} ${account}`);
    const own = device === undefined ? undefined : this.#deviceOf(account, device);
    const { perNetwork, perAccountInNetwork, perAccountElsewhere } = this.#limits;
    // One order for all who try: nobody waits in a circle.
    const bounded = async (tx: Tx) =>
      own && (await isKnown(tx, own))
        ? [{ key: own, times: perAccountInNetwork }]
        : [
            { key: this.#hash(`network ${network}`), times: perNetwork },
            { key: networkKey, times: perAccountInNetwork },
            ...((await isKnown(tx, networkKey))
              ? []
              : [{ key: this.#hash(`account ${account}`), times: perAccountElsewhere }]),
          ];
    try {
      return await this.#db.transaction().execute(async (tx) => {
        const counted = [];
        for (const { key, times } of await bounded(tx)) {
          const taken = await takeTry(tx, key, { times, minutes: windowMinutes }, 'sign_in_try');
          if ('retryAt' in taken) {
            throw new TooMany(taken.retryAt);
          }
          counted.push({ key, ...taken });
        }
        return { positions: own ? [networkKey, own] : [networkKey], counted };
      });
    } catch (error) {
      if (error instanceof TooMany) {
        return { retryAt: error.retryAt };
      }
      throw error;
    }
  }

  /** The try was right: it does not count, and the account is known to be signed in to from there. */
  async giveBack({ positions, counted }: CountedTry): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      for (const { key, takenAt } of counted) {
        await giveTryBack(tx, key, takenAt, 'sign_in_try');
      }
      for (const networkKey of positions) {
        await makeKnown(tx, networkKey);
      }
    });
  }

  /** Has a browser counted by itself, whose owner has proved otherwise that the account is theirs: by a link that was sent to them. */
  trust(tx: Tx, account: string, device: string): Promise<void> {
    return makeKnown(tx, this.#deviceOf(account, device));
  }

  #deviceOf(account: string, device: string): Buffer {
    return this.#hash(`device ${device} ${account}`);
  }

  #hash(who: string): Buffer {
    return createHmac('sha256', this.#secret).update(who).digest();
  }

  /** Each table by a statement of its own: rows that are removed are locked, and two that waited for each other's would wait in a circle. */
  async #forget(): Promise<void> {
    for (const { table, time, kept } of forgotten) {
      await execute(this.#db)`
        delete from ${sql.table(table)} where key in (
          select key from ${sql.table(table)} where ${sql.ref(time)} < now() - ${kept}::interval
          limit ${forgottenAtOnce} for update skip locked)`;
    }
  }
}

/** Days after the last sign-in from there, for which it is known. */
export const knownDays = 90;

const forgotten = [
  { table: 'sign_in_try', time: 'last_try_at', kept: '1 hour' },
  { table: 'sign_in_place', time: 'last_at', kept: `${knownDays} days` },
] as const;

const isKnown = (tx: Tx, networkKey: Buffer): Promise<boolean> =>
  hasRow(tx)`select from sign_in_place where key = ${networkKey}`;

const makeKnown = (tx: Tx, networkKey: Buffer): Promise<void> => execute(tx)`
  insert into sign_in_place (key, last_at) values (${networkKey}, now())
  on conflict (key) do update set last_at = excluded.last_at`;
