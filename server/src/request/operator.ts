import { userInfo } from 'node:os';
import { OperatorError } from '@noa/domain/errors.ts';
import { findRow } from '../database/statements.ts';
import type { Db } from '../database/database.ts';
import type { Installation } from '../database/installation.ts';
import { openIds } from '../database/keys/id-key.ts';
import { Notifications } from '../database/connection/notifications.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { belongingNowhere, Viewer } from '../identity/viewer.ts';
import { Context } from './context.ts';
import { RequestBounds } from './request-bounds.ts';

/** What histories and the audit call whoever runs a command. */
export const operatorName = (): string => `npx noa (${userInfo().username})`;

/**
 * What a command does the work of the API with: whoever runs it has the database's owner and the data key, and so may do what an
 * administrator may.
 *
 * @param locale - in which those are written to whom the command invites; undefined where it invites nobody.
 */
export async function operatorContext(
  { db, keyring, ownerUrl, logins }: Installation,
  locale?: Context['locale'],
): Promise<Context> {
  const name = operatorName();
  const viewer = new Viewer({ ...belongingNowhere, actor: name, name, roles: ['root'] });
  return new Context({
    db,
    bounds: new RequestBounds({ name, isGateway: false }),
    viewer,
    resolveViewer: () => Promise.resolve(viewer),
    notifications: new Notifications(logins.app),
    keys: keyring,
    ids: await openIds(ownerUrl, keyring),
    clientNetwork: null,
    locale,
    reportInternal: (cause) =>
      void process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`),
  });
}

/** The org that a command names, by its name or its id. @throws {OperatorError} when there is none. */
export async function findOrg(db: Db, named: string): Promise<{ id: string; name: string }> {
  const org = await read(
    db,
    everything,
    (tx) => findRow<{ id: string; name: string }>(tx)`
      select id, name from org where id::text = ${named} or name_key = sort_key(${named})`,
  );
  if (!org) {
    throw new OperatorError(`There is no organisation called ${named}.`);
  }
  return org;
}
