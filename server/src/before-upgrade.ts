import { sql } from 'kysely';
import { OperatorError } from '@noa/domain/errors.ts';
import type { Settings } from './config/config.ts';
import { findDataKey } from './config/data-key.ts';
import { openDatabase, type Db } from './database/database.ts';
import { Keyring, keyRows, UnknownKey, type KeyRow } from './database/keys/keyring.ts';
import { keyId } from './database/keys/sealing.ts';
import { refusePrivilegedLogin } from './database/schema/logins.ts';
import { refuseDemoUsers } from './identity/provider/demo-users.ts';
import { reaching } from './process/start-failure.ts';
import { refuseLostMonths } from './reports/cold/open-store.ts';

/** What is looked at in a database, which an older version may have left without. */
const tables = ['data_key', 'cold_file', 'provider_user'] as const;

/**
 * Refuses a start by what can be known before the database is brought to this version's schema: the version of before could not be started on
 * it any more while the reason is looked for. What is checked here is checked again where it is used.
 *
 * @param ownerUrl - of the database, whatever its schema.
 * @throws {OperatorError} with one sentence.
 */
export async function refuseBeforeUpgrade(settings: Settings, ownerUrl: string): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1 });
  try {
    const has = await tablesOf(db);
    if (has.data_key) {
      await refuseOtherKey(db, settings);
      if (settings.databaseAppUrl !== null) {
        const { databaseAppUrl } = settings;
        await reaching('DATABASE_APP_URL', () => refusePrivilegedLogin(databaseAppUrl));
      }
    }
    if (has.cold_file && settings.coldMonths.to === null) {
      await refuseLostMonths(db);
    }
    if (has.provider_user && settings.production && settings.oidc.authority === null) {
      await refuseDemoUsers(db);
    }
  } finally {
    await db.destroy();
  }
}

async function tablesOf(db: Db): Promise<Record<(typeof tables)[number], boolean>> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${tables}::text[]) as name where to_regclass('public.' || name) is not null`.execute(db);
  const found = new Set(rows.map(({ name }) => name));
  const has = (name: (typeof tables)[number]) => found.has(name);
  return { data_key: has('data_key'), cold_file: has('cold_file'), provider_user: has('provider_user') };
}

/** Also where there is none at hand: the start would make one, with which nothing of this database opens. */
async function refuseOtherKey(db: Db, { dataKey, dataDir }: Settings): Promise<void> {
  const { rows } = await sql<KeyRow>`${sql.raw(keyRows)}`.execute(db);
  const [current] = rows;
  if (!current) {
    return;
  }
  const key = dataKey ?? (await findDataKey(dataDir));
  if (!key) {
    throw new OperatorError(
      `This database is encrypted with the data key ${current.id.toString('hex')}, and there is none in ${dataDir}: set DATA_KEY to it, or DATA_DIR to the folder that has it (data-key).`,
    );
  }
  if (!rows.some(({ id }) => id.equals(keyId(key)))) {
    throw new UnknownKey(rows, [key]);
  }
  new Keyring(key).keysOf(rows);
}
