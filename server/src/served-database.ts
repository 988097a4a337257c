import type { Logger } from 'pino';
import { refuseBeforeUpgrade } from './before-upgrade.ts';
import type { Settings } from './config/config.ts';
import { loadDataKey } from './config/data-key.ts';
import { DatabaseMonitor } from './database/connection/monitor.ts';
import { Notifications } from './database/connection/notifications.ts';
import { refusePooler } from './database/connection/refuse-pooler.ts';
import { sessionOf } from './database/connection/session.ts';
import { withClient } from './database/connection/with-client.ts';
import { openDatabase, type Db } from './database/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { refuseFollower, watchIncarnation } from './database/incarnation/database-incarnation.ts';
import { openIds } from './database/keys/id-key.ts';
import type { IdSealer } from './database/keys/id-sealer.ts';
import { openKeys } from './database/keys/key-rotation.ts';
import { holdKeys, type Keyring } from './database/keys/keyring.ts';
import { openReplica } from './database/replica/open-replica.ts';
import type { ReadReplica } from './database/replica/read-replica.ts';
import { closeDatabase, openLogins, refusePrivilegedLogin, type Logins } from './database/schema/logins.ts';
import { migrate } from './database/schema/migrate.ts';
import type { Closers, Lifetime } from './process/lifetime.ts';
import { reaching } from './process/start-failure.ts';

/** The database, and what the server has of it. */
export interface ServedDatabase {
  /** For the owner of the tables. */
  readonly ownerUrl: string;
  readonly logins: Logins;
  readonly db: Db;
  readonly keys: Keyring;
  readonly ids: IdSealer;
  readonly monitor: DatabaseMonitor;
  readonly replica: ReadReplica | undefined;
  readonly notifications: Notifications;
}

/** Opens the database, as this version has it, with the server's own login. */
export async function openServedDatabase(
  settings: Settings,
  { logger, lifetime }: { readonly logger: Logger; readonly lifetime: Lifetime },
): Promise<ServedDatabase> {
  const closers: Closers = lifetime;
  const ownerUrl = settings.databaseUrl ?? (await startDatabase(settings, logger, closers)).url;
  await withClient(sessionOf(ownerUrl, 'owner'), async (client) => {
    await refusePooler(client, 'owner', 'DATABASE_URL');
    await refuseFollower(client);
  });
  await refuseBeforeUpgrade(settings, ownerUrl);
  await migrate(ownerUrl, { goOn: lifetime.goOn });
  closers.push(await watchIncarnation({ ownerUrl, dataDir: settings.dataDir, log: logger }));

  const dataKey = settings.dataKey ?? (await loadDataKey(settings.dataDir));
  const keys = await openKeys(ownerUrl, dataKey, (line) => logger.info(line));
  const ids = await openIds(ownerUrl, keys);
  const logins = await signInLogins(settings, ownerUrl, keys);

  const warn = (message: string) => (err: unknown) => logger.warn({ err }, message);
  const monitor = new DatabaseMonitor(logins.app, { log: logger });
  closers.push(() => monitor.close());
  const db = openDatabase(logins.app, { onIdleError: warn('A database connection broke') });
  closers.push(() => db.destroy());
  closers.push(
    holdKeys(
      db,
      keys,
      warn('This server could not register its data key in the database; it tries again, and rotate-key waits for it'),
    ),
  );
  const replica = await openReplica({ url: settings.databaseReadUrl, appUrl: logins.app, log: logger });
  closers.push(() => replica?.close() ?? Promise.resolve());
  const notifications = new Notifications(logins.app, {
    onError: warn('The connection that listens to PostgreSQL was lost; live screens are behind until it is back'),
  });
  closers.push(() => notifications.close());
  return { ownerUrl, logins, db, keys, ids, monitor, replica, notifications };
}

async function startDatabase({ dataDir }: Settings, logger: Logger, closers: Closers): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir, {
    onRestart: () => logger.warn('The embedded PostgreSQL had died; it runs again'),
    onStartFailure: (err, retryInMs) => logger.error({ err, retryInMs }, 'The embedded PostgreSQL does not start'),
  });
  closers.push(() => postgres.stop());
  return postgres;
}

/** What the server signs in with from here on; as the owner of the tables it only migrates. */
async function signInLogins({ databaseAppUrl }: Settings, ownerUrl: string, keys: Keyring): Promise<Logins> {
  await closeDatabase(ownerUrl);
  const logins =
    databaseAppUrl === null ? await openLogins(ownerUrl, keys) : { app: databaseAppUrl, provider: databaseAppUrl };
  await reaching(databaseAppUrl === null ? null : 'DATABASE_APP_URL', () => refusePrivilegedLogin(logins.app));
  return logins;
}
