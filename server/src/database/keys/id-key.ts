import { randomBytes } from 'node:crypto';
import { IdSealer } from './id-sealer.ts';
import { keyRows, lockKeysShared, type KeyRow, type Keyring } from './keyring.ts';
import { Sealer } from './sealing.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';

const keyBytes = 32;

/**
 * What ids are sealed with in this database, made if there is none. It is kept in the database, encrypted with the data key, and
 * stays the same when that is exchanged: ids go on naming what they name.
 *
 * @param ownerUrl - of a migrated database.
 */
export async function openIds(ownerUrl: string, keyring: Keyring): Promise<IdSealer> {
  return withClient(sessionOf(ownerUrl, 'owner'), async (client) => {
    await client.query('begin');
    // No key is exchanged meanwhile, and servers that start together agree on one.
    await client.query(lockKeysShared);
    await client.query(`select pg_advisory_xact_lock(hashtext('noa.id_key'))`);
    const sealer = new Sealer(keyring.keysOf((await client.query<KeyRow>(keyRows)).rows), 'id-key');
    const aad = ['ids'];
    const { rows } = await client.query<{ key_cipher: Buffer }>('select key_cipher from id_key where name = $1', aad);
    const key = rows[0] ? sealer.open(rows[0].key_cipher, aad) : randomBytes(keyBytes);
    if (!rows[0]) {
      await client.query('insert into id_key (name, key_cipher) values ($1, $2)', [...aad, sealer.seal(key, aad)]);
    }
    await client.query('commit');
    return new IdSealer(key);
  });
}
