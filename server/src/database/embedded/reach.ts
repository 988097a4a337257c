import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@noa/domain/errors.ts';
import { FolderTaken, lockDataFolder } from './data-folder-lock.ts';
import { clusterFolder } from './embedded-cluster.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';

interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Whether an installation is made in `dataDir` where there is none. */
  readonly mayBeNew?: boolean;
}

/**
 * For commands beside the server: where the owner reaches the database, and what is to be done afterwards. The embedded PostgreSQL
 * is started if no server runs on it.
 *
 * @throws {OperatorError} if there is no installation where the settings lead.
 */
export async function reachDatabase({
  databaseUrl,
  dataDir,
  mayBeNew = false,
}: Where): Promise<{ url: string; close: () => Promise<void> }> {
  if (databaseUrl) {
    return { url: databaseUrl, close: () => Promise.resolve() };
  }
  if (!mayBeNew) {
    await refuseNothing(dataDir);
  }
  const letGo = await lockUnlessTaken(dataDir);
  if (!letGo) {
    return { url: embeddedUrl(dataDir), close: () => Promise.resolve() }; // a server runs on it
  }
  const postgres = await startEmbeddedPostgres(dataDir);
  return { url: postgres.url, close: () => postgres.stop().then(letGo) };
}

/** Somebody who forgot the settings of the server would be answered by an empty installation, made on the spot. */
async function refuseNothing(dataDir: string): Promise<void> {
  try {
    await access(join(clusterFolder(dataDir), 'PG_VERSION'));
  } catch (cause) {
    throw new OperatorError(
      `There is no installation in ${dataDir} (DATA_DIR): give the settings of the server, DATABASE_URL with DATA_KEY, or DATA_DIR where PostgreSQL is embedded (docs/operator.md, "Backup").`,
      { cause },
    );
  }
}

/** @returns null where another Noa runs on the folder; anything else that keeps it from being taken is thrown. */
async function lockUnlessTaken(dataDir: string): Promise<(() => Promise<void>) | null> {
  try {
    return await lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderTaken) {
      return null;
    }
    throw error;
  }
}
