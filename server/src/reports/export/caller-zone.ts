import { findValues } from '../../database/statements.ts';
import { ofOrgs } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import { fileZone } from './files/table-file.ts';

/** The zone of the orgs that the caller belongs to; where they have several, that of files that tell of several orgs. */
export async function zoneOf({ bounded, viewer }: Context): Promise<string> {
  const ids = [...viewer.orgs.map(({ id }) => id), ...viewer.managers.map(({ orgId }) => orgId)];
  const zones = await read(
    bounded,
    ofOrgs(ids),
    (tx) => findValues<string>(tx)`
    select distinct time_zone as zone from org where id = any(${ids}::uuid[])`,
  );
  return zones.length === 1 ? (zones[0] ?? fileZone) : fileZone;
}
