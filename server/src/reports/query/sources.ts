import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import type { Scope } from '../../database/scope.ts';
import { allOf, inScope, type Condition } from '../../records/record.ts';
import { ownApartments } from '../../registry/apartments/apartment.queries.ts';
import { cards } from '../../registry/cards/card.queries.ts';
import { containerGroups } from '../../registry/container-groups/container-group.queries.ts';
import { emptyingFacts } from '../facts/emptying-facts.ts';
import type { ClosedMonth, FactsAsked } from '../facts/facts.ts';
import { fleetFacts } from '../facts/fleet-facts.ts';
import { replacedCards } from '../facts/replaced-cards.ts';

/** What reports count over: events, by their engine; the others in the registry, as it was when the period ended. */
export type ReportSource = 'events' | 'apartments' | 'platforms' | 'card_lives' | 'fleet' | 'emptyings';

/**
 * That a row is of an org that a question reaches, wherever a table is read as a whole: what row-level security says of it no index finds, and the
 * records of all orgs would be read for those of one. Of one alone it is said so that PostgreSQL draws it for what is joined by the org, as the block of an
 * entrance of the past.
 *
 * @param row - its name in SQL.
 */
const isOfOrgs = (scopes: readonly Scope[], row: string): Condition =>
  allOf(
    scopes.map(({ all, orgIds, managerIds, apartmentIds }) => {
      const org = sql.ref(`${row}.org_id`);
      if (all || managerIds.length + apartmentIds.length > 0) {
        return sql<SqlBool>`true`;
      }
      return orgIds.length === 1
        ? sql<SqlBool>`${org} = ${orgIds[0]}::uuid`
        : sql<SqlBool>`${org} = any(${orgIds}::uuid[])`;
    }),
  );

/** Whether `u`, of a row `r`, used a container; null where its org does not know it of all that is asked. */
const isUsed = (unknownOrgs: readonly string[]) =>
  sql`case when r.org_id <> all(${unknownOrgs}::uuid[]) then u.id is not null end as is_used`;

/** The apartments of orgs as they were counted when a month was closed: how many there were of each, and of none who it is. */
const closedApartments = (closed: readonly ClosedMonth[], scopes: readonly Scope[]) => sql`
  select r.org_id, r.manager_id, r.tower_block_id, r.entrance_id, r.access_group_id,
    md5(concat_ws(' ', r.org_id, r.month, r.id, ordinal))::uuid as apartment_id, null as occupier_kind, null as is_named, r.has_card, r.is_used,
    null as address_key, null as addr_ap_key
  from month_participation r
  join unnest(${closed.map(({ orgId }) => orgId)}::uuid[], ${closed.map(({ month }) => month)}::date[]) as m (org_id, month)
    using (org_id, month)
  cross join generate_series(1, r.apartments) as ordinal
  where ${allOf(scopes.map((scope) => inScope({ reach: {} }, scope)))}`;

/** Every apartment, with where it belongs and what is known of it. */
const apartmentFacts = ({ scopes, used, unknownOrgs, closed }: FactsAsked) => sql`
  select r.org_id, e.manager_id, e.tower_block_id, r.entrance_id, e.access_group_id, r.id as apartment_id, r.occupier_kind,
    r.occupier_name is not null and r.occupier_id_number_hash is not null as is_named,
    h.apartment_id is not null as has_card, ${isUsed(unknownOrgs)}, e.address_key, r.addr_ap_key
  from apartment r
  join entrance e on e.org_id = r.org_id and e.id = r.entrance_id and ${isOfOrgs(scopes, 'e')}
  left join (select distinct c.org_id, c.apartment_id from apartment_card c where c.active and ${isOfOrgs(scopes, 'c')}) h
    on h.org_id = r.org_id and h.apartment_id = r.id
  left join unnest(${used}::uuid[]) as u (id) on u.id = r.id
  where ${allOf([
    ...scopes.map((scope) => inScope(ownApartments, scope)),
    ...(closed.length > 0 ? [sql<SqlBool>`r.org_id <> all(${closed.map(({ orgId }) => orgId)}::uuid[])`] : []),
  ])}${closed.length > 0 ? sql` union all ${closedApartments(closed, scopes)}` : sql``}`;

/** Every container beside its group; a group without containers stands by itself. */
const platformFacts = ({ scopes }: FactsAsked) => sql`
  select r.org_id, r.id as container_group_id, r.access_mode = 'controlled' as is_controlled, k.id as container_id,
    k.waste_stream, k.id is not null as is_container, r.item_number_key, k.serial_number_key
  from container_group r
  left join container k on k.org_id = r.org_id and k.container_group_id = r.id and ${isOfOrgs(scopes, 'k')}
  where ${allOf(scopes.map((scope) => inScope(containerGroups, scope)))}`;

/**
 * Cards of a kind and a status that one to four apartments have been handed and, where there are any, those of the next fewest besides: of which of
 * them were used nothing is told in `orgIds` (decision 26). Which they are does not depend on how a question tells cards apart.
 */
const fewCards = (orgIds: readonly string[]) => sql`(
  select org_id, kind, status from (
    select *, bool_or(is_few) over (partition by org_id) as are_there,
      row_number() over (partition by org_id, is_few order by apartments, kind, status) as place
    from (
      select c.org_id, c.kind, c.status, count(distinct h.apartment_id) as apartments,
        count(distinct h.apartment_id) < ${sql.lit(reportLimits.smallestGroup)} as is_few
      from card c join apartment_card h on h.org_id = c.org_id and h.card_id = c.id
      where c.org_id = any(${orgIds}::uuid[]) group by 1, 2, 3) g) g
  where is_few or are_there and place = 1)`;

/**
 * What became of cards in the period, and every card that is there at its end, under the name of what happened (`there`).
 * Transitions are read from the versions, so that they are told apart from what was only noted.
 */
const cardLives = ({ scopes, used, unknownOrgs, untoldOrgs = [], from, to }: FactsAsked) => sql`
  select l.org_id, l.card_id, c.display_serial_number, l.at, l.kind, c.kind as card_kind, c.status as card_status,
    case when few.org_id is null then l.is_used end as is_used,
    (extract(year from l.local) * 100 + extract(month from l.local))::int as month, extract(year from l.local)::int as year,
    (extract(isoyear from l.local) * 100 + extract(week from l.local))::int as week, l.local::date as date
  from (
    select k.org_id, k.card_id, k.kind, k.is_used, k.at, k.at at time zone o.time_zone as local
    from (
      select r.org_id, r.id as card_id, 'there' as kind, ${isUsed(unknownOrgs)}, null::timestamptz as at
      from card r left join unnest(${used}::uuid[]) as u (id) on u.id = r.id where ${isOfOrgs(scopes, 'r')}
      union all
      select v.org_id, v.id,
        case when v.former is null then 'issued' when v.status = 'normal' then 'card_unblocked' else 'card_' || v.status end,
        false, v.valid_from
      from (
        select r.org_id, r.id, r.status, r.valid_from, lag(r.status) over (partition by r.id order by r.row_id) as former
        from card_version r where ${isOfOrgs(scopes, 'r')}) v
      where v.status is distinct from v.former and v.valid_from >= ${from} and v.valid_from < ${to}
      union all
      select h.org_id, h.card_id, 'replaced', false, h.created_at from (${replacedCards({ from, to }, (row) => isOfOrgs(scopes, row))}) h) k
    join org o on o.id = k.org_id) l
  join card c on c.org_id = l.org_id and c.id = l.card_id and ${isOfOrgs(scopes, 'c')}
  left join ${fewCards(untoldOrgs)} few on few.org_id = c.org_id and few.kind = c.kind and few.status = c.status
  where l.card_id in (select r.id from card r where ${allOf(scopes.map((scope) => inScope(cards, scope)))})`;

/**
 * Sources that go through all of an org's records and join them with one another: as of a moment, a record cannot be looked up by its id in
 * the midst of a join, and each compared with each is the town squared. The others look readings up, lock by lock.
 */
export const joinedWhole: ReadonlySet<ReportSource> = new Set(['apartments', 'platforms', 'card_lives']);

export const registryFacts: Readonly<
  Record<Exclude<ReportSource, 'events'>, (asked: FactsAsked) => RawBuilder<unknown>>
> = {
  apartments: apartmentFacts,
  platforms: platformFacts,
  card_lives: cardLives,
  fleet: fleetFacts,
  emptyings: emptyingFacts,
};
