import type { Context } from '../../graphql/context.ts';
import { resolveAbsent } from '../../identity/viewer.ts';
import type { Owner } from './downloads.ts';

/**
 * Who asks for a file, as its owner: the file is theirs while their roles, orgs, managers and apartments are what they are now. Who has
 * gained some asks anew.
 */
export function ownerOf({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Owner {
  const { accountId, standing } = viewer;
  return {
    name: viewer.actor,
    mayFetch: async () => accountId !== null && (await resolveAbsent(db, accountId, new Date()))?.standing === standing,
  };
}
