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

/** Whether the container of a row, by its alias, opens without any card. */
export const opensToAll = (k: 'k' | 'r') => sql<boolean>`(
  ${sql.ref(`${k}.access_mode`)} = 'open'
  or exists (
    select from container_group g
    where g.org_id = ${sql.ref(`${k}.org_id`)} and g.id = ${sql.ref(`${k}.container_group_id`)} and g.access_mode = 'open'))`;

/**
 * Whether the card `c` of a row opens the container `k` of the same row, by the definition itself (`card_right`). Both are
 * aliases of `card` and `container` in the query around it; a `null` card opens only what is open to all.
 */
export const opens = sql<boolean>`(${opensToAll('k')} or (c.status = 'normal' and exists (
  select from card_right r
  where r.org_id = k.org_id and r.container_group_id = k.container_group_id and r.card_id = c.id)))`;

/**
 * Whether the list of the container `p` admits the card `c`, both of a row: `opens` for a container that is not open to all,
 * by what is kept for the locks, in one look-up for where it is asked for every event.
 */
export const isListed = sql<boolean>`exists (
  select from card_grant r
  where r.org_id = p.org_id and r.container_group_id = p.container_group_id and r.card_id = c.id and r.action = 'admit')`;
