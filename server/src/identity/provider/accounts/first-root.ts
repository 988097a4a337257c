import { execute } from '../../../database/statements.ts';
import type { Db } from '../../../database/database.ts';
import { publicLink } from './links.ts';
import { hasRoot } from './user.queries.ts';

/**
 * The link by which the first administrator makes their account, while there is nobody who may do everything; each start makes
 * another and takes the one before back. Of several servers that start at once, the last one's holds.
 *
 * @returns its address; null when there is an administrator.
 */
export function openRootLink(db: Db, publicUrl: string): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(hashtext('noa.first-root'))`;
    return (await hasRoot(tx)) ? null : publicLink(tx, publicUrl, 'root', null);
  });
}

/** The same whoever there is: for whoever runs the server, when nobody else can let them in. */
export function inviteRoot(db: Db, publicUrl: string): Promise<string> {
  return db.transaction().execute((tx) => publicLink(tx, publicUrl, 'root', null));
}
