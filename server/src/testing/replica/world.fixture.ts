import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { resolveAccount } from '../../identity/resolve-viewer.ts';
import type { OpenFile } from '../../reports/export/downloads.ts';
import { aCard, aContainer, aManager, anAccessGroup, anApartment, anOrg } from '../factories.ts';
import { asSystem, givenIn, signIn, type Caller } from '../harness.ts';
import type { Db } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';

export interface World {
  readonly org: { readonly id: string };
  readonly callers: Readonly<Record<'root' | 'implementer' | 'reporter' | 'manager', Caller>>;
}

/** Something of each kind, in an org of its own, and who may see it. */
export const aWorld = (db: Db): Promise<World> =>
  givenIn(db, async () => {
    const org = await anOrg();
    const org_id = org.id;
    const manager = await aManager({ org_id });
    const apartment = await anApartment({ org_id });
    await aCard({ org_id, apartment });
    await aContainer({ org_id });
    await anAccessGroup({ org_id });
    return {
      org,
      callers: {
        root: await signIn(['root']),
        implementer: await signIn(['local_implementer'], { orgIds: [org_id] }),
        reporter: await signIn(['local_reporter'], { orgIds: [org_id] }),
        manager: await signIn(['manager'], { managers: [manager] }),
      },
    };
  });

/** The names of its managers as a file, for its implementer. */
export async function listFile(db: Db, org: World['org'], open: OpenFile): Promise<string> {
  const accountId = await read(db, everything, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select a.id from account a join org_member m on m.account_id = a.id
      where m.org_id = ${org.id} and 'local_implementer' = any(a.roles)`.execute(tx);
    return rows[0]?.id ?? '';
  });
  const viewer = await resolveAccount(db, accountId, ['local_implementer']);
  if (!viewer) {
    throw new Error('There is no implementer');
  }
  const columns = [{ label: 'Nume', paths: ['name'] }];
  const list = { list: 'managers', title: 'Administratori', columns, format: 'CSV', locale: 'ro' } as const;
  const { stream } = await open({ kind: 'list', list, fileName: 'a.csv', zone: 'Europe/Bucharest' }, viewer);
  return text(stream);
}

export const setEnabled = (db: Db, { id }: World['org'], enabled: boolean): Promise<unknown> =>
  givenIn(db, () =>
    asSystem((tx) => tx.updateTable('org').set({ enabled }).where('id', '=', id).executeTakeFirstOrThrow()),
  );
