import { sql } from 'kysely';
import { aFurnishedOrg } from '../testing/furnished-org.ts';
import { asOwner, asSystem } from '../testing/harness.ts';

/** To one group of an org. */
export const addContainers = (orgId: string, count: number) =>
  asSystem((tx) =>
    sql`insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres)
      select g.org_id, g.id, right(g.id::text, 8) || '-' || n, 'glass', 1100, 30 from generate_series(1, ${count}::int) n,
        (select org_id, id from container_group where org_id = ${orgId} order by id limit 1) g`.execute(tx),
  );

/**
 * An org that is younger than the statistics of its tables, with so many records of each kind, beside ten older ones.
 *
 * @returns its id, and that of one of the older.
 */
export async function aYoungOrg(rows: number): Promise<{ readonly young: string; readonly old: string }> {
  const old = await aFurnishedOrg(300);
  for (let others = 0; others < 9; others += 1) {
    await addContainers(await aFurnishedOrg(30), 300);
  }
  await asOwner('analyze');
  return { young: await aFurnishedOrg(rows), old };
}
