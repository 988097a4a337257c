import { readSettings, type Settings } from '../config/config.ts';
import { dataKeyOf } from '../config/data-key.ts';
import { openDatabase, type Db } from './database.ts';
import { reachDatabase } from './embedded/reach.ts';
import { openKeys } from './keys/key-rotation.ts';
import type { Keyring } from './keys/keyring.ts';
import { openLogins, type Logins } from './schema/logins.ts';
import { refuseOtherSchema } from './schema/migrate.ts';

/** An installation as a command beside its servers works on it. */
export interface Installation {
  readonly settings: Settings;
  /** For the owner of the tables. */
  readonly ownerUrl: string;
  readonly logins: Logins;
  /** The application's pool. */
  readonly db: Db;
  readonly keyring: Keyring;
}

/** Connections that a command takes: those of an import, and one that looks how far it is. */
const connections = 6;

/**
 * Opens the installation that the environment names, as a server does, for a command beside the servers that run or while none does.
 *
 * @param say - told what is done to old ciphers on the way.
 */
export async function withInstallation<Done>(
  say: (line: string) => void,
  work: (installation: Installation) => Promise<Done>,
): Promise<Done> {
  const settings = readSettings(process.env);
  const { url: ownerUrl, close } = await reachDatabase(settings);
  try {
    await refuseOtherSchema(ownerUrl);
    const keyring = await openKeys(ownerUrl, await dataKeyOf(settings), say);
    const own = settings.databaseAppUrl;
    const logins = own === null ? await openLogins(ownerUrl, keyring) : { app: own, provider: own };
    const db = openDatabase(logins.app, { max: connections });
    try {
      return await work({ settings, ownerUrl, logins, db, keyring });
    } finally {
      await db.destroy();
    }
  } finally {
    await close();
  }
}
