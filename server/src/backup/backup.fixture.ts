import pg from 'pg';
import { sessionOf } from '../database/connection/session.ts';
import { markLocksUnknown } from '../database/incarnation/database-incarnation.ts';
import { ourSchemas, readCatalogue } from '../database/schema/catalogue.ts';
import { listTables, measure, settings } from './content.ts';
import type { FileStore } from '../file-store/file-store.ts';

/** All there is in a database: how it is made, and how many rows with what hash each table has. */
export async function contentOf(url: string): Promise<unknown> {
  const client = new pg.Client(sessionOf(url, 'owner', settings));
  await client.connect();
  try {
    await client.query('begin');
    await client.query(markLocksUnknown); // for the comparison: never committed
    const catalogue = await readCatalogue(client, ourSchemas, { definitions: true });
    const tables = [];
    for (const { name } of await listTables(client)) {
      tables.push({ name, ...(await measure(client, name, null)) });
    }
    return { catalogue, tables };
  } finally {
    await client.end();
  }
}

/** A place, of which something can be changed. */
export const as = (inner: FileStore): FileStore => ({
  address: inner.address,
  write: (name, content) => inner.write(name, content),
  read: (name) => inner.read(name),
  list: (beginning) => inner.list(beginning),
  sizes: (beginning) => inner.sizes(beginning),
  folders: () => inner.folders(),
  removeFolder: (name) => inner.removeFolder(name),
  remove: (names) => inner.remove(names),
});
