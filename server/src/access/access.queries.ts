import { sql } from 'kysely';

/** Why a card opens a container, or does not, in the order in which domain.md ("Who opens what") gives the rules. */
export const accessRules = [
  'container_open',
  'container_group_open',
  'card_normal',
  'apartment_joined',
  'access_group_open',
] as const;
export type AccessRule = (typeof accessRules)[number];

/**
 * Whether the card `c` of a row opens the container `k` of the same row: the one definition that mayOpen and ingestion share.
 * Both are aliases of `card` and `container` in the query around it; a `null` card opens only what is open to all.
 */
export const opens = sql<boolean>`(
  k.access_mode = 'open'
  or exists (select from container_group g where g.org_id = k.org_id and g.id = k.container_group_id and g.access_mode = 'open')
  or (c.status = 'normal' and (
    exists (
      select from apartment_card h
      join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
      join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
      join access_group_container_group j on j.org_id = e.org_id and j.access_group_id = e.access_group_id
      where h.org_id = c.org_id and h.card_id = c.id and h.active
        and j.org_id = k.org_id and j.container_group_id = k.container_group_id)
    or exists (
      select from access_group_container_group j
      join access_group m on m.org_id = j.org_id and m.id = j.access_group_id
      where j.org_id = k.org_id and j.container_group_id = k.container_group_id
        and m.access_mode = 'open' and c.org_id = k.org_id))))`;
