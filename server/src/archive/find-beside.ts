import { execute, getRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';

/** Everybody who is named has an account, as if they had been invited; their roles are what their provider says once they sign in. */
export async function findAccounts(tx: Tx): Promise<void> {
  await execute(tx)`
    insert into account (email, name, roles)
    select email, name, array_remove(array(select jsonb_array_elements_text(roles::jsonb)), 'root')
    from planned_account order by row_number on conflict do nothing`;
  await execute(tx)`
    update planned_account p set new_id = a.id from account a where lower(a.email) = lower(p.email)`;
}

/**
 * Places are those of this installation, by their SIRUTA codes or else by what they are called within what they lie in; those that it
 * lacks are made.
 */
export async function findGisNodes(tx: Tx): Promise<void> {
  for (const kind of ['county', 'uat', 'loc', 'artery']) {
    await execute(tx)`
      update planned_gis_node p set new_id = (
        select n.id from gis_node n
        where n.kind = ${kind} and (
          n.siruta = p.siruta::integer
          or (p.siruta is null or n.siruta is null) and n.match_key = place_key(p.name)
            and n.parent_id is not distinct from (select u.new_id from planned_gis_node u where u.id = p.parent_id))
        order by n.siruta is null, n.id limit 1)
      where p.kind = ${kind}`;
    await execute(tx)`
      update planned_gis_node set new_id = coalesce(siruta, new_id()::text) where kind = ${kind} and new_id is null
      and not exists (select from gis_node n where n.id = planned_gis_node.siruta)`;
    await execute(tx)`
      insert into gis_node (id, kind, name, official_name, parent_id, siruta, lat, lng)
      select p.new_id, p.kind, p.name, p.official_name, (select u.new_id from planned_gis_node u where u.id = p.parent_id),
        p.siruta::integer, p.lat::double precision, p.lng::double precision
      from planned_gis_node p
      where p.kind = ${kind} and not exists (select from gis_node n where n.id = p.new_id)
      order by p.row_number`;
  }
}

/**
 * Orgs that serve apartments are those of this installation that are called the same. What others served is left out: an org is not
 * made by an archive of another.
 *
 * @returns how many apartments lose one, and what those orgs are called.
 */
export async function findServingOrgs(tx: Tx): Promise<{ rows: number; names: string[] }> {
  await execute(tx)`
    update planned_serving_org p set new_id = o.id from org o where o.name_key = sort_key(p.name)`;
  return getRow<{ rows: number; names: string[] }>(tx)`
    with lost as (
      delete from planned_apartment_org a using planned_serving_org p
      where p.id = a.serving_org_id and p.new_id is null returning p.name)
    select count(*)::integer as rows, array(select distinct name from lost order by 1) as names from lost`;
}
