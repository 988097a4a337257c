import { sql } from 'kysely';
import { inScope } from '../../records/record.ts';
import type { Context } from '../../request/context.ts';
import { ownApartments } from './apartment.queries.ts';
import { IdNumberVault } from './id-number-vault.ts';

/**
 * The occupier's ID number of an older version of an apartment, for it to be written again: history shows but its mask.
 *
 * @returns undefined if it is the one of today, which then stays as it is; null if there was none.
 */
export async function readIdNumberOf(
  context: Context,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<{ occupierIdNumber: string | null | undefined }> {
  const { rows, keys } = await context.read('apartment:updateOccupier', async (tx, scope) => ({
    ...(await sql<{ org_id: string; cipher: Buffer | null }>`
      select r.org_id, v.occupier_id_number_cipher as cipher
      from apartment r join apartment_version v on v.id = r.id
      where r.id = ${id} and v.row_id = ${version} and ${inScope(ownApartments, scope)}
        and v.occupier_id_number_hash is distinct from r.occupier_id_number_hash`.execute(tx)),
    keys: await context.keys.forReading(tx),
  }));
  const [differing] = rows;
  const cipher = differing?.cipher;
  if (!cipher) {
    return { occupierIdNumber: differing && null };
  }
  const open = () => new IdNumberVault(keys).open(cipher, { org_id: differing.org_id, id });
  return { occupierIdNumber: context.opening({ occupierIdNumber: 'form.idNumberUnreadable' }, open) };
}
