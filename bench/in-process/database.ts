import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/database/schema/migrate.ts';
import { buildTown, type TownOptions } from './town.ts';

export interface BenchDatabase {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A PostgreSQL with a town of so many cards and apartments, which `close` throws away. */
export async function openTown(
  cards: number,
  say: (line: string) => void,
  options: TownOptions = {},
): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-bench-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await buildTown(client, cards, say, options);
  await client.end();
  return {
    url: postgres.url,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty, migrated PostgreSQL in a folder, for a server that is started there when it is closed. */
export async function openEmpty(folder: string): Promise<BenchDatabase> {
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  await migrate(postgres.url);
  return { url: postgres.url, close: () => postgres.stop() };
}
