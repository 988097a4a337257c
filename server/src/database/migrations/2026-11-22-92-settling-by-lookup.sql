-- Lists of locks are settled in steps that grow with what changed, whatever PostgreSQL knows of the tables. It expected one row of
-- every join in an org younger than its statistics, and compared all cards with all cards. From here on what is read is reached by
-- looking one id up at a time (`cross join lateral (… offset 0)` cannot be turned round), and what is compared is hashed or sorted
-- (`enable_nestloop = off` leaves only those look-ups nested). Plans are made without looking at the values: of an org that the
-- statistics do not know, an index on the org alone looks as good as the right one.

-- Which access groups are open, without reading those that are not.
create index access_group_open on access_group (org_id, id) where access_mode = 'open';

-- Where the lists say something else than what is due, among pairs of these cards or of these container groups. What is due is what
-- card_due says: read here from the cards on and from the container groups on, open access groups apart. check:grants compares.
create or replace function grant_changes(in_org uuid, in_cards uuid[], in_groups uuid[])
returns table (container_group_id uuid, card_id uuid, serial_number text, action text, was text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
  with picked_card as materialized (
    select c.id, c.serial_number, c.status
    from (select distinct id from unnest(in_cards) id) p
    cross join lateral (select * from card c where c.id = p.id offset 0) c
    where c.org_id = in_org and c.status <> 'erased'),
  picked_group as materialized (select distinct id from unnest(in_groups) id),
  group_join as materialized (
    select p.id as container_group_id, j.access_group_id
    from picked_group p
    cross join lateral (
      select j.access_group_id from access_group_container_group j
      where j.org_id = in_org and j.container_group_id = p.id offset 0) j),
  entitled as (
    -- These cards, by their apartment.
    select j.container_group_id, c.id as card_id, c.serial_number, c.status
    from picked_card c
    cross join lateral (
      select h.apartment_id from apartment_card h where h.org_id = in_org and h.card_id = c.id and h.active offset 0) h
    cross join lateral (select a.entrance_id from apartment a where a.id = h.apartment_id offset 0) a
    cross join lateral (select e.access_group_id from entrance e where e.id = a.entrance_id offset 0) e
    cross join lateral (
      select j.container_group_id from access_group_container_group j
      where j.org_id = in_org and j.access_group_id = e.access_group_id offset 0) j
    union all
    -- These cards, by open access groups.
    select o.container_group_id, c.id, c.serial_number, c.status
    from (
      select distinct j.container_group_id
      from (select m.id from access_group m where m.org_id = in_org and m.access_mode = 'open') m
      cross join lateral (
        select j.container_group_id from access_group_container_group j
        where j.org_id = in_org and j.access_group_id = m.id offset 0) j) o
    cross join picked_card c
    union all
    -- Cards of these container groups, by their apartment.
    select g.container_group_id, c.id, c.serial_number, c.status
    from group_join g
    cross join lateral (
      select e.id from entrance e where e.org_id = in_org and e.access_group_id = g.access_group_id offset 0) e
    cross join lateral (select a.id from apartment a where a.org_id = in_org and a.entrance_id = e.id offset 0) a
    cross join lateral (
      select h.card_id from apartment_card h where h.org_id = in_org and h.apartment_id = a.id and h.active offset 0) h
    cross join lateral (select * from card c where c.id = h.card_id offset 0) c
    where c.status <> 'erased'
    union all
    -- All cards of the org, where one of these container groups has an open access group.
    select g.container_group_id, c.id, c.serial_number, c.status
    from (
      select distinct g.container_group_id
      from group_join g
      cross join lateral (
        select m.access_mode from access_group m where m.id = g.access_group_id offset 0) m
      where m.access_mode = 'open') g
    cross join lateral (
      select c.id, c.serial_number, c.status from card c where c.org_id = in_org and c.status <> 'erased' offset 0) c),
  due as materialized (
    select distinct container_group_id, card_id, serial_number, case status when 'normal' then 'admit' else 'refuse' end as action
    from entitled),
  held as materialized (
    select g.container_group_id, p.id as card_id, g.serial_number, g.action
    from (select distinct id from unnest(in_cards) id) p
    cross join lateral (
      select g.container_group_id, g.serial_number, g.action from card_grant g
      where g.org_id = in_org and g.card_id = p.id offset 0) g
    union
    select p.id, g.card_id, g.serial_number, g.action
    from picked_group p
    cross join lateral (
      select g.card_id, g.serial_number, g.action from card_grant g
      where g.org_id = in_org and g.container_group_id = p.id offset 0) g)
  select container_group_id, card_id, coalesce(d.serial_number, h.serial_number), coalesce(d.action, 'forget'), h.action
  from due d full join held h using (container_group_id, card_id)
  where coalesce(d.action, 'forget') is distinct from h.action
$$;

-- What marks stand for at this moment.
create or replace function marked_cards(in_org uuid, marks grant_mark[]) returns uuid[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
  with marked as materialized (
    select distinct m.kind, i.id
    from unnest(marks) m cross join lateral unnest(m.ids) i(id)
    where m.org_id = in_org and m.kind in ('card', 'apartment', 'entrance')),
  moved as (
    select m.id from marked m where m.kind = 'apartment'
    union
    select a.id from marked m
    cross join lateral (select a.id from apartment a where a.org_id = in_org and a.entrance_id = m.id offset 0) a
    where m.kind = 'entrance')
  select array(
    select m.id from marked m where m.kind = 'card'
    union
    select h.card_id from moved m
    cross join lateral (
      select h.card_id from apartment_card h where h.org_id = in_org and h.apartment_id = m.id and h.active offset 0) h)
$$;
create or replace function marked_groups(in_org uuid, marks grant_mark[]) returns uuid[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
  with marked as materialized (
    select distinct m.kind, i.id
    from unnest(marks) m cross join lateral unnest(m.ids) i(id)
    where m.org_id = in_org and m.kind in ('container_group', 'access_group'))
  select array(
    select m.id from marked m where m.kind = 'container_group'
    union
    select j.container_group_id from marked m
    cross join lateral (
      select j.container_group_id from access_group_container_group j
      where j.org_id = in_org and j.access_group_id = m.id offset 0) j
    where m.kind = 'access_group')
$$;

-- What the running transaction has changed so far, were it to be committed: as before, by the same steps.
create or replace function grant_effect() returns table (
  gaining_cards integer, -- cards that gain a container at least
  losing_cards integer,
  gained_containers integer, -- containers that a card at least gains
  lost_containers integer,
  opening_containers integer, -- from then on they open without a card
  closing_containers integer,
  over_capacity uuid[] -- containers whose list would no longer fit into their lock
) language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
declare
  marks grant_mark[];
begin
  select array_agg(m) into marks from grant_mark m where m.tx_id = pg_current_xact_id();
  return query
  with change as materialized (
    select o.org_id, c.container_group_id, c.card_id, c.action = 'admit' as gains, c.was is not distinct from 'admit' as loses
    from (select distinct m.org_id from unnest(marks) m) o
    cross join lateral grant_changes(o.org_id, marked_cards(o.org_id, marks), marked_groups(o.org_id, marks)) c),
  list as (
    select c.org_id, c.container_group_id, count(*) filter (where c.gains) as gains, count(*) filter (where c.loses) as loses
    from change c group by 1, 2),
  lock as (
    select c.org_id, c.container_group_id, k.id, k.card_capacity, c.gains, c.loses, coalesce(l.admitted, 0) as admitted,
      k.access_mode <> 'open' and g.access_mode <> 'open' as needs_card
    from list c
    cross join lateral (
      select k.id, k.card_capacity, k.access_mode from container k
      where k.org_id = c.org_id and k.container_group_id = c.container_group_id offset 0) k
    cross join lateral (select g.access_mode from container_group g where g.id = c.container_group_id offset 0) g
    left join lateral (
      select l.admitted from grant_list l
      where l.org_id = c.org_id and l.container_group_id = c.container_group_id offset 0) l on true),
  felt as (select distinct l.org_id, l.container_group_id from lock l where l.needs_card)
  select
    (select count(distinct c.card_id) filter (where c.gains)::int from change c join felt using (org_id, container_group_id)),
    (select count(distinct c.card_id) filter (where c.loses)::int from change c join felt using (org_id, container_group_id)),
    (select count(*)::int from lock l where l.needs_card and l.gains > 0),
    (select count(*)::int from lock l where l.needs_card and l.loses > 0),
    (select count(distinct id)::int from unnest(marks) m, unnest(m.ids) as id where m.kind = 'opening'),
    (select count(distinct id)::int from unnest(marks) m, unnest(m.ids) as id where m.kind = 'closing'),
    array(
      select l.id from lock l
      where l.admitted <= l.card_capacity and l.admitted + l.gains - l.loses > l.card_capacity
      order by l.id);
end $$;
