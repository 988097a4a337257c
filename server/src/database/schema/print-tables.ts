/** `npm run tables`: writes the types of all tables, as the migrations make them, to table-types.ts. */
import { mkdtemp, chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { describeTables } from './describe-tables.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-tables-'));
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
const postgres = await startEmbeddedPostgres(folder, { durable: false });
try {
  await migrate(postgres.url);
  const db = openDatabase(postgres.url);
  await writeFile(new URL('../table-types.ts', import.meta.url), await describeTables(db));
  await db.destroy();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
