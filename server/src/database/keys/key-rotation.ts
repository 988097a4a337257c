import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isLockNotGiven } from '../lock-tries.ts';
import {
  Keyring,
  keyRows,
  outdatedServers,
  lockKeysAlone,
  lockKeysShared,
  UnknownKey,
  wrapper,
  type KeyRow,
} from './keyring.ts';
import { resealAll, sealedColumns, type Resealed } from './resealing.ts';
import { keyId } from './sealing.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';

const lookEveryMs = 100;

/** What is told while it happens; no key and no content is ever in it. */
export type Say = (line: string) => void;

/**
 * Makes the data key known to a database that knows none, refuses one that is not the database's, and binds to their records the
 * ciphers of before there were key ids.
 *
 * @param ownerUrl - of a migrated database.
 * @throws {UnknownKey}
 */
export async function openKeys(ownerUrl: string, dataKey: Uint8Array, say: Say): Promise<Keyring> {
  const keyring = new Keyring(dataKey);
  await withClient(sessionOf(ownerUrl, 'owner'), async (client) => {
    const rows = await knowKey(client, dataKey);
    const keys = keyring.keysOf(rows);
    if (!rows.some(({ id }) => id.equals(keyId(dataKey)))) {
      throw new UnknownKey(rows, [dataKey]);
    }
    if (keys.oldFormat && keys.old.length === 0) {
      tell(await resealAll(client, keys), say);
      await client.query('update data_key set old_format = false');
    }
  });
  return keyring;
}

interface Rotation {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly say: Say;
  /** Done once everything is sealed with the new key, and before the old one is taken away: the new one must be kept by then. */
  readonly keepNew?: () => Promise<void>;
}

/**
 * Exchanges the data key while servers run: the new one becomes current, everything is sealed and hashed anew, and the old one is
 * taken away. May be ended at any moment and begun again with the same keys.
 *
 * @param ownerUrl - of a migrated database.
 * @throws {UnknownKey} if the database is encrypted with neither.
 */
export async function rotateKey(ownerUrl: string, { from, to, say, keepNew }: Rotation): Promise<Resealed> {
  return withClient(sessionOf(ownerUrl, 'owner'), async (client) => {
    await becomeCurrent(client, { from, to, say });
    const keyring = new Keyring(from);
    const rows = await readRows(client);
    const nothing: Resealed = { resealed: 0, broken: [] };
    const isFinished = rows.length === 1 && rows[0]?.id.equals(keyId(to)) === true;
    if (!isFinished) {
      await untilAllHave(client, to, say);
    }
    const result = isFinished ? nothing : await resealAll(client, keyring.keysOf(rows), everySo(say));
    tell(result, say);
    await keepNew?.();
    if (!isFinished) {
      await untilAllHave(client, to, say);
      await alone(client, say, async () => {
        await client.query('delete from data_key where id <> $1', [keyId(to)]);
        await client.query('update data_key set wrapped = null, old_format = false');
      });
    }
    say('The old key opens nothing any more.');
    return result;
  });
}

async function becomeCurrent(client: pg.Client, { from, to, say }: Omit<Rotation, 'keepNew'>): Promise<void> {
  const rows = await knowKey(client, from, to);
  if (rows.some(({ id, is_current: isCurrent }) => isCurrent && id.equals(keyId(to)))) {
    return;
  }
  if (rows.length !== 1 || !rows[0]?.id.equals(keyId(from))) {
    throw new UnknownKey(rows, [from, to]);
  }
  await alone(client, say, async () => {
    await client.query('update data_key set is_current = false, wrapped = $1 where id = $2', [
      wrap(from, to),
      keyId(from),
    ]);
    await client.query(
      `insert into data_key (id, is_current, wrapped, old_format) select $1, true, $2, bool_or(old_format) from data_key`,
      [keyId(to), wrap(to, from)],
    );
  });
  say('The new key is current: what is written from now on is encrypted with it.');
}

const wrap = (key: Uint8Array, other: Uint8Array) => wrapper(other).seal(key, [keyId(key).toString('hex')]);

/** Changes the keys while nobody seals. Those who want to meanwhile are kept waiting for a moment only, however long one takes. */
async function alone(client: pg.Client, say: Say, work: () => Promise<void>): Promise<void> {
  for (let told = false; !(await tryAlone(client, work)); told = true) {
    if (!told) {
      say('Waiting for a transaction that writes encrypted data, such as an import.');
    }
    await delay(lookEveryMs);
  }
}

/** @returns false if somebody is sealing right now. */
async function tryAlone(client: pg.Client, work: () => Promise<void>): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = '500ms'`);
    await client.query(lockKeysAlone);
    await work();
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (isLockNotGiven(error)) {
      return false;
    }
    throw error;
  }
}

/** Until each server that runs has the new key, and has ended what it began before now. */
async function untilAllHave(client: pg.Client, key: Uint8Array, say: Say): Promise<void> {
  const { rows: moments } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  for (let told = false; ; told = true) {
    const { rows } = await client.query<{ count: number }>(outdatedServers, [moments[0]?.now, keyId(key)]);
    if (!rows[0]?.count) {
      return;
    }
    if (!told) {
      say(`Waiting for ${rows[0].count} running servers to take the new key over.`);
    }
    await delay(lookEveryMs);
  }
}

const readRows = async (client: pg.Client) => (await client.query<KeyRow>(keyRows)).rows;

/** The keys of the database; `dataKey` is its first if it has none. */
async function knowKey(client: pg.Client, dataKey: Uint8Array, next?: Uint8Array): Promise<KeyRow[]> {
  const ofOldFormat = sealedColumns
    .map(({ table, column }) => `exists (select from ${table} where substring(${column} for 1) = '\\x01')`)
    .join(' or ');
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtext('noa.first_data_key'))`);
  await client.query(lockKeysShared);
  const known = await readRows(client);
  if (known.length === 0) {
    await client.query(`insert into data_key (id, is_current, old_format) select $1, true, ${ofOldFormat}`, [
      keyId(dataKey),
    ]);
  }
  const rows = known.length === 0 ? await readRows(client) : known;
  await client.query('commit');
  const isOurs = (id: Buffer) => id.equals(keyId(dataKey)) || (next !== undefined && id.equals(keyId(next)));
  if (!rows.some(({ id }) => isOurs(id))) {
    throw new UnknownKey(rows, next ? [dataKey, next] : [dataKey]);
  }
  return rows;
}

function everySo(say: Say): (done: number) => void {
  let told = 0;
  return (done) => {
    if (done - told >= 5_000) {
      told = done;
      say(`${done} encrypted anew`);
    }
  };
}

function tell({ resealed, broken }: Resealed, say: Say): void {
  say(`${resealed} encrypted anew and bound to their records.`);
  for (const each of broken) {
    say(`Does not open where it stands, and was left: ${each}`);
  }
}
