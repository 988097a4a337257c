import { sql, type RawBuilder } from 'kysely';

/**
 * A query for the node that each of `addresses` means: `county`, `locality`, `gis_node_id`. A place that could be several nodes, or
 * none, is left out: a wrong address is worse than none. A locality stands before the UAT of its name.
 *
 * @param addresses - a query or table with `county` and `locality` as lists write them; no two rows alike.
 */
export const locateAddresses = (addresses: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select county, locality, case when loc_count = 1 then loc_id when loc_count = 0 and uat_count = 1 then uat_id end as gis_node_id
  from (
    select p.county, p.locality,
      count(l.id) as loc_count, min(l.id) as loc_id,
      count(u.id) filter (where u.match_key = p.locality_key) as uat_count,
      min(u.id) filter (where u.match_key = p.locality_key) as uat_id
    from (select *, place_key(county) as county_key, place_key(locality) as locality_key from ${addresses} as place) p
    join gis_node c on c.kind = 'county' and c.match_key = p.county_key
    join gis_node u on u.kind = 'uat' and u.parent_id = c.id
    left join gis_node l on l.kind = 'loc' and l.parent_id = u.id and l.match_key = p.locality_key
    group by p.county, p.locality) found`;
