import { lockDataFolder } from './data-folder-lock.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';

interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/**
 * For commands beside the server: where the owner reaches the database, and what is to be done afterwards. The embedded PostgreSQL
 * is started if no server runs on it.
 */
export async function reachDatabase({
  databaseUrl,
  dataDir,
}: Where): Promise<{ url: string; close: () => Promise<void> }> {
  if (databaseUrl) {
    return { url: databaseUrl, close: () => Promise.resolve() };
  }
  const letGo = await lockDataFolder(dataDir).catch(() => null);
  if (!letGo) {
    return { url: embeddedUrl(dataDir), close: () => Promise.resolve() }; // a server runs on it
  }
  const postgres = await startEmbeddedPostgres(dataDir);
  return { url: postgres.url, close: () => postgres.stop().then(letGo) };
}
