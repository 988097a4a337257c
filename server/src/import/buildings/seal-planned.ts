import { execute, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { joiningFew } from '../../database/connection/planning.ts';
import { IdNumberVault } from '../../registry/apartments/id-number-vault.ts';
import type { ImportTarget } from '../import-work.ts';
import { stagedNumberSealer } from '../occupiers/staged-occupier.ts';

/** Numbers sealed in one go: some 10 ms of the thread that answers everybody. */
const slice = 500;

interface Planned {
  readonly id: string;
  readonly position: string;
  readonly cipher: Buffer;
}

/** Seals the ID numbers that came with the file for the apartments they turned out to be of. */
export const sealPlanned = (tx: Tx, orgId: string, target: ImportTarget): Promise<void> =>
  joiningFew(tx, () => sealSlices(tx, orgId, target));

async function sealSlices(tx: Tx, orgId: string, { keys, aad }: ImportTarget): Promise<void> {
  const [staged, vault] = [stagedNumberSealer(keys), new IdNumberVault(keys)];
  for (let after = '0'; ;) {
    const rows = await findStaged(tx, after);
    const last = rows.at(-1);
    if (!last) {
      return;
    }
    after = last.position;
    const ciphers = rows.map(({ id, cipher }) => {
      const number = staged.open(cipher, aad).toString();
      return vault.encrypt(number, { org_id: orgId, id });
    });
    await execute(tx)`
      update planned_apartment p set id_number_cipher = s.cipher
      from unnest(${rows.map(({ position }) => position)}::bigint[], ${ciphers}::bytea[]) as s (position, cipher)
      where p.position = s.position`;
  }
}

const findStaged = (tx: Tx, after: string): Promise<Planned[]> => findRows<Planned>(tx)`
  select p.id, p.position::text as position, p.id_number_cipher as cipher from planned_apartment p
  where p.position > ${after} and p.id_number_cipher is not null
  order by p.position limit ${slice}`;
