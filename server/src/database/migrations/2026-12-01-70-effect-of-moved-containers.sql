-- A container that is moved to another group takes the list of that group: its lists do not change, and what a move would do was told as
-- nothing. It is marked with the group it comes from, for whoever asks; where it opens without a card before or afterwards, that is what
-- is told of it, as of the container's own access mode. Nor was a lock named that is moved to a list it cannot hold, or given less room
-- than its list takes.
alter table grant_mark drop constraint grant_mark_kind_check;
alter table grant_mark add constraint grant_mark_kind_check check (
  kind in ('card', 'apartment', 'entrance', 'access_group', 'container_group', 'opening', 'closing', 'moved', 'overfull'));

create or replace function mark_opened() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'container' then
    with changed as materialized (
      select org_id, id, max(access_mode) filter (where is_new) as access_mode, max(access_mode) filter (where not is_new) as was_mode,
        (array_agg(container_group_id) filter (where is_new))[1] as now_group,
        (array_agg(container_group_id) filter (where not is_new))[1] as was_group,
        max(card_capacity) filter (where is_new) as capacity, max(card_capacity) filter (where not is_new) as was_capacity
      from (
        select org_id, id, access_mode, container_group_id, card_capacity, true as is_new from after
        union all
        select org_id, id, access_mode, container_group_id, card_capacity, false from before) version
      group by org_id, id
      having count(distinct access_mode) > 1 or count(distinct container_group_id) > 1 or count(distinct card_capacity) > 1),
    judged as materialized (
      select c.org_id, c.id, c.was_group, c.was_group <> c.now_group as is_moved, 'open' in (c.access_mode, n.access_mode) as is_open,
        'open' in (c.was_mode, w.access_mode) as was_open,
        coalesce(nl.admitted, 0) > c.capacity and coalesce(wl.admitted, 0) <= c.was_capacity as is_overfull
      from changed c
      join container_group n on n.org_id = c.org_id and n.id = c.now_group
      join container_group w on w.org_id = c.org_id and w.id = c.was_group
      left join grant_list nl on nl.org_id = c.org_id and nl.container_group_id = c.now_group
      left join grant_list wl on wl.org_id = c.org_id and wl.container_group_id = c.was_group)
    insert into grant_mark (org_id, kind, ids)
    select j.org_id, case when j.is_open then 'opening' else 'closing' end, array_agg(j.id)
    from judged j where j.is_open <> j.was_open group by 1, 2
    union all
    select j.org_id, 'moved', array[j.id, j.was_group] from judged j where j.is_moved
    union all
    select j.org_id, 'overfull', array_agg(j.id) from judged j where j.is_overfull group by 1;
  else
    with switched as materialized (
      select org_id, id, access_mode from after except select org_id, id, access_mode from before)
    insert into grant_mark (org_id, kind, ids)
    select s.org_id, case s.access_mode when 'open' then 'opening' else 'closing' end, array_agg(k.id)
    from switched s
    join container k on k.org_id = s.org_id and k.container_group_id = s.id and k.access_mode <> 'open'
    group by 1, 2;
  end if;
  return null;
end $$;

-- As before, and of containers that were moved.
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
  felt as (select distinct l.org_id, l.container_group_id from lock l where l.needs_card),
  moved as materialized (
    select m.org_id, k.id, k.container_group_id as now_group, m.ids[2] as was_group,
      'open' not in (k.access_mode, g.access_mode) and not exists (
        select from unnest(marks) o where o.kind in ('opening', 'closing') and k.id = any (o.ids)) as needs_card
    from unnest(marks) m
    cross join lateral (
      select k.id, k.container_group_id, k.access_mode from container k where k.id = m.ids[1] offset 0) k
    cross join lateral (select g.access_mode from container_group g where g.id = k.container_group_id offset 0) g
    where m.kind = 'moved'),
  -- Of a container that has come to another list, and needs a card as before: who is on one of the two alone.
  exchanged as materialized (
    select v.org_id, v.id as container_id, c.card_id, bool_and(c.is_now) as gains
    from moved v
    cross join lateral (
      select g.card_id, true as is_now from card_grant g
      where g.org_id = v.org_id and g.container_group_id = v.now_group and g.action = 'admit'
      union all
      select g.card_id, false from card_grant g
      where g.org_id = v.org_id and g.container_group_id = v.was_group and g.action = 'admit'
      offset 0) c
    where v.needs_card group by 1, 2, 3 having bool_and(c.is_now) or not bool_or(c.is_now)),
  outcome as materialized (
    select c.card_id, c.gains, c.loses from change c join felt using (org_id, container_group_id)
    union all
    select x.card_id, x.gains, not x.gains from exchanged x)
  select
    (select count(distinct o.card_id) filter (where o.gains)::int from outcome o),
    (select count(distinct o.card_id) filter (where o.loses)::int from outcome o),
    (select count(*)::int from (
      select l.id from lock l where l.needs_card and l.gains > 0 union select x.container_id from exchanged x where x.gains) g),
    (select count(*)::int from (
      select l.id from lock l where l.needs_card and l.loses > 0 union select x.container_id from exchanged x where not x.gains) g),
    (select count(distinct id)::int from unnest(marks) m, unnest(m.ids) as id where m.kind = 'opening'),
    (select count(distinct id)::int from unnest(marks) m, unnest(m.ids) as id where m.kind = 'closing'),
    array(
      select l.id from lock l
      where l.admitted <= l.card_capacity and l.admitted + l.gains - l.loses > l.card_capacity
      union
      select i.id from unnest(marks) m cross join lateral unnest(m.ids) i(id) where m.kind = 'overfull'
      order by 1);
end $$;

-- As before; no list is settled by the move of a container.
create or replace function settle_grants() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  many constant int := 100;
  marks grant_mark[];
  cards uuid[];
  org uuid;
  bytes constant bigint := pg_relation_size('apartment') + pg_relation_size('card') + pg_relation_size('apartment_card')
    + pg_relation_size('container') + pg_relation_size('container_group');
begin
  with taken as (delete from grant_mark where tx_id = pg_current_xact_id() returning grant_mark)
  select array_agg(taken.grant_mark) into marks from taken;
  if bytes > 2 * coalesce(nullif(current_setting('noa.settled_bytes', true), ''), '-1')::bigint then
    execute 'discard plans';
    perform set_config('noa.settled_bytes', bytes::text, false);
  elsif exists (select from unnest(marks) m where cardinality(m.ids) > many) then
    execute 'discard plans';
  end if;
  for org in select distinct m.org_id from unnest(marks) m where m.kind not in ('opening', 'closing', 'moved', 'overfull') order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('noa.grants ' || org, 0));
    -- Statements of their own: they must see what was committed while this one waited. Whoever joins the org's first groups later, waits
    -- for the lock, and sees what we did.
    continue when not exists (select from access_group_container_group j where j.org_id = org)
      and not exists (select from card_grant g where g.org_id = org);
    cards := marked_cards(org, marks);
    if cardinality(cards) > many then
      execute 'discard plans';
    end if;
    perform write_grants(org, cards, marked_groups(org, marks));
  end loop;
  return null;
end $$;
