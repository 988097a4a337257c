import { sql } from 'kysely';
import { OperatorError } from '@noa/domain/errors.ts';
import { execute } from '../statements.ts';
import type { Db } from '../database.ts';
import { keyId, onlyKey, Sealer, type DataKeys } from './sealing.ts';
import { goneSeconds, thisServer } from '../this-server.ts';

/** A row of `data_key`. */
export interface KeyRow {
  readonly id: Buffer;
  readonly is_current: boolean;
  readonly wrapped: Buffer | null;
  readonly old_format: boolean;
}

/** DATA_KEY, or what became of it, is not among the keys of the database; by the ids of both, which tell nothing of the keys. */
export class UnknownKey extends OperatorError {
  override readonly name = 'UnknownKey';

  /**
   * @param rows - the keys of the database.
   * @param offered - those that are at hand.
   */
  constructor(rows: readonly Pick<KeyRow, 'id'>[], offered: Iterable<Uint8Array>) {
    const idsOf = (ids: readonly Buffer[]) => ids.map((id) => id.toString('hex')).join(' and ');
    super(
      `The data key is not the one that this database is encrypted with: it has the id ${idsOf([...offered].map(keyId))}, the ` +
        `database asks for ${idsOf(rows.map(({ id }) => id))}. Set DATA_KEY to that key, the same at every server of the ` +
        `database; after a rotation (npm run rotate-key) it is the new one.`,
    );
  }
}

/** How often a server says that it runs, in milliseconds. */
const beatMs = 3_000;

/** SQL of the servers that run and have not said since $1 that $2 is the newest key they have. */
export const outdatedServers = `select count(*)::int as count from data_key_holder
  where seen_at > now() - interval '${goneSeconds} seconds' and (key_id <> $2 or seen_at < $1)`;

/** Held, shared, by whoever seals until it commits; alone by who makes another key the current one. */
const keysLock = `hashtext('noa.data_key')`;
export const lockKeysShared = `select pg_advisory_xact_lock_shared(${keysLock})`;
export const lockKeysAlone = `select pg_advisory_xact_lock(${keysLock})`;

/** SQL of the keys, the current one first. */
export const keyRows = 'select id, is_current, wrapped, old_format from data_key order by is_current desc, number desc';

/** How a key travels to the servers that have the one before it. */
export const wrapper = (dataKey: Uint8Array): Sealer => new Sealer(onlyKey(dataKey), 'data-key');

/**
 * The keys of personal data, as the database says at the moment of a transaction: which is current, and which were. A key
 * that came after DATA_KEY is unwrapped with it, so that a rotation needs no restart.
 */
export class Keyring {
  readonly #known = new Map<string, Uint8Array>();
  readonly #own: Uint8Array;

  /** @param dataKey - 32 bytes, from the settings. */
  constructor(dataKey: Uint8Array) {
    this.#own = dataKey;
    this.#know(dataKey);
  }

  /**
   * For opening and looking up, in a transaction that sees one moment (`read`); another one reads the keys by `forWriting`
   * before it reads what they open.
   *
   * @throws {UnknownKey}
   */
  async forReading(tx: Db): Promise<DataKeys> {
    return this.keysOf((await sql<KeyRow>`${sql.raw(keyRows)}`.execute(tx)).rows);
  }

  /**
   * For sealing and hashing: until the transaction ends, no other key becomes the current one.
   *
   * @throws {UnknownKey}
   */
  async forWriting(tx: Db): Promise<DataKeys> {
    // In a statement of its own: what is read after it is what holds until the commit.
    await sql.raw(lockKeysShared).execute(tx);
    return this.forReading(tx);
  }

  /**
   * @param rows - what `keyRows` gave.
   * @throws {UnknownKey}
   */
  keysOf(rows: readonly KeyRow[]): DataKeys {
    if (rows.length === 0) {
      return onlyKey(this.#own);
    }
    // While there are two, each is wrapped with the other: a server may be started with either.
    for (const { id, wrapped } of rows) {
      if (wrapped && !this.#known.has(id.toString('hex'))) {
        this.#know(this.#unwrap(wrapped, id, rows));
      }
    }
    const keys = rows.map(({ id }) => this.#known.get(id.toString('hex')));
    const [current, ...old] = keys.filter((key) => key !== undefined);
    if (!current || keys.length !== old.length + 1) {
      throw new UnknownKey(rows, [this.#own]);
    }
    return { current, old, oldFormat: rows.some(({ old_format }) => old_format) };
  }

  #unwrap(wrapped: Buffer, id: Buffer, rows: readonly KeyRow[]): Uint8Array {
    for (const key of this.#known.values()) {
      if (wrapped.subarray(1, 1 + id.length).equals(keyId(key))) {
        return wrapper(key).open(wrapped, [id.toString('hex')]);
      }
    }
    throw new UnknownKey(rows, [this.#own]);
  }

  #know(key: Uint8Array): void {
    this.#known.set(keyId(key).toString('hex'), key);
  }
}

/**
 * Says from time to time that this server runs, and which key is the newest it has: whoever takes a key away waits for it, and its
 * imports are left to it.
 *
 * @param onError - told when it could not be said; it is tried again.
 * @returns stops saying so.
 */
export function holdKeys(
  db: Db,
  keyring: Keyring,
  onError: (error: unknown) => void,
  everyMs = beatMs,
): () => Promise<void> {
  const beat = async () => {
    const { current } = await keyring.forReading(db);
    await execute(db)`
      insert into data_key_holder (server, key_id) values (${thisServer}, ${keyId(current)})
      on conflict (server) do update set key_id = excluded.key_id, seen_at = now()`;
  };
  let running = beat().catch(onError);
  const timer = setInterval(() => {
    running = running.then(beat).catch(onError);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await sql`delete from data_key_holder where server = ${thisServer}`.execute(db).catch(onError);
  };
}
