-- The lists of locks in use: how far a lock is behind and since when, what a change would do to the lists before it is made,
-- and an end to remembering what no lock asks for any more.

alter table card_grant add column changed_at timestamptz not null default moment();
update card_grant g set changed_at = l.changed_at
  from grant_list l where l.org_id = g.org_id and l.container_group_id = g.container_group_id;

alter table container_sync
  add column due_since timestamptz, -- when the container came to its group
  add column ground bigint; -- the oldest version its lock may still go on from; null: it begins anew
update container_sync set ground = applied_version;
insert into container_sync (org_id, container_id, due_since)
  select org_id, id, valid_from from container
  on conflict (org_id, container_id) do update set due_since = excluded.due_since;

-- A container that is new, or new in its group, has a list that its lock knows nothing of.
create function begin_list() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into container_sync (org_id, container_id, due_since) select org_id, id, moment() from after;
  else
    insert into container_sync (org_id, container_id, due_since)
    select a.org_id, a.id, moment() from after a join before b on b.org_id = a.org_id and b.id = a.id
    where a.container_group_id <> b.container_group_id
    on conflict (org_id, container_id) do update
      set due_since = excluded.due_since, applied_version = null, applied_at = null, ground = null,
        failure = null, failure_reason = null, failed_at = null;
  end if;
  return null;
end $$;
create trigger begin_list_of_new after insert on container
  referencing new table as after for each statement execute function begin_list();
create trigger begin_list_of_moved after update on container
  referencing old table as before new table as after for each statement execute function begin_list();

-- Where the lists say something else than what is due, among pairs of these cards or of these container groups.
create function grant_changes(in_org uuid, in_cards uuid[], in_groups uuid[])
returns table (container_group_id uuid, card_id uuid, serial_number text, action text, was text)
language sql stable security definer set search_path = public, pg_temp as $$
  with due as materialized (
    select d.container_group_id, d.card_id, d.serial_number, d.action from card_due d
    where d.org_id = in_org and d.card_id = any (in_cards)
    union
    select d.container_group_id, d.card_id, d.serial_number, d.action from card_due d
    where d.org_id = in_org and d.container_group_id = any (in_groups)),
  held as materialized (
    select g.container_group_id, g.card_id, g.serial_number, g.action from card_grant g
    where g.org_id = in_org and g.card_id = any (in_cards)
    union
    select g.container_group_id, g.card_id, g.serial_number, g.action from card_grant g
    where g.org_id = in_org and g.container_group_id = any (in_groups))
  select container_group_id, card_id, coalesce(d.serial_number, h.serial_number), coalesce(d.action, 'forget'), h.action
  from due d full join held h using (container_group_id, card_id)
  where coalesce(d.action, 'forget') is distinct from h.action
$$;

-- Writes these differences. Each list that changes gets a new version, the same in all its changed entries.
create or replace function write_grants(in_org uuid, in_cards uuid[], in_groups uuid[]) returns void language sql
security definer set search_path = public, pg_temp as $$
  with change as materialized (select * from grant_changes(in_org, in_cards, in_groups)),
  list as (
    insert into grant_list as l (org_id, container_group_id, version, admitted, changed_at)
    select in_org, container_group_id, nextval('grant_version'), admitted, moment()
    from (
      select container_group_id,
        count(*) filter (where action = 'admit')
          - count(*) filter (where was = 'admit') as admitted
      from change group by 1 order by 1) c
    on conflict (org_id, container_group_id) do update
      set version = excluded.version, admitted = l.admitted + excluded.admitted, changed_at = excluded.changed_at
    returning container_group_id, version)
  insert into card_grant as g (org_id, container_group_id, card_id, serial_number, action, version, changed_at)
  select in_org, c.container_group_id, c.card_id, c.serial_number, c.action, l.version, moment()
  from change c join list l using (container_group_id)
  on conflict (org_id, container_group_id, card_id) do update
    set serial_number = excluded.serial_number, action = excluded.action, version = excluded.version,
      changed_at = excluded.changed_at
$$;

-- What marks stand for at this moment.
create function marked_cards(in_org uuid, marks grant_mark[]) returns uuid[] language sql stable security definer
set search_path = public, pg_temp as $$
  select array(
    select unnest(m.ids) from unnest(marks) m where m.org_id = in_org and m.kind = 'card'
    union
    select h.card_id from apartment_card h
    where h.org_id = in_org and h.active and h.apartment_id in (
      select unnest(m.ids) from unnest(marks) m where m.org_id = in_org and m.kind = 'apartment'
      union
      select a.id from apartment a where a.org_id = in_org and a.entrance_id in (
        select unnest(m.ids) from unnest(marks) m where m.org_id = in_org and m.kind = 'entrance')))
$$;
create function marked_groups(in_org uuid, marks grant_mark[]) returns uuid[] language sql stable security definer
set search_path = public, pg_temp as $$
  select array(
    select unnest(m.ids) from unnest(marks) m where m.org_id = in_org and m.kind = 'container_group'
    union
    select j.container_group_id from access_group_container_group j where j.org_id = in_org and j.access_group_id in (
      select unnest(m.ids) from unnest(marks) m where m.org_id = in_org and m.kind = 'access_group'))
$$;

create or replace function settle_grants() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  marks grant_mark[];
  org uuid;
begin
  with taken as (delete from grant_mark where tx_id = pg_current_xact_id() returning grant_mark)
  select array_agg(taken.grant_mark) into marks from taken;
  for org in select distinct m.org_id from unnest(marks) m where m.kind not in ('opening', 'closing') order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('noa.grants ' || org, 0));
    -- A statement of its own: it must see what was committed while this one waited.
    perform write_grants(org, marked_cards(org, marks), marked_groups(org, marks));
  end loop;
  return null;
end $$;

-- Containers that open to everybody, or no longer do, are no matter of lists; whoever asks what a change would do wants to know.
alter table grant_mark drop constraint grant_mark_kind_check;
alter table grant_mark add constraint grant_mark_kind_check check (
  kind in ('card', 'apartment', 'entrance', 'access_group', 'container_group', 'opening', 'closing'));

create function mark_opened() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'container' then
    insert into grant_mark (org_id, kind, ids)
    select a.org_id, case a.access_mode when 'open' then 'opening' else 'closing' end, array_agg(a.id)
    from after a join before b on b.id = a.id
    join container_group g on g.org_id = a.org_id and g.id = a.container_group_id and g.access_mode <> 'open'
    where a.access_mode <> b.access_mode group by 1, 2;
  else
    insert into grant_mark (org_id, kind, ids)
    select a.org_id, case a.access_mode when 'open' then 'opening' else 'closing' end, array_agg(k.id)
    from after a join before b on b.id = a.id
    join container k on k.org_id = a.org_id and k.container_group_id = a.id and k.access_mode <> 'open'
    where a.access_mode <> b.access_mode group by 1, 2;
  end if;
  return null;
end $$;
create trigger mark_opened_containers after update on container
  referencing old table as before new table as after for each statement execute function mark_opened();
create trigger mark_opened_container_groups after update on container_group
  referencing old table as before new table as after for each statement execute function mark_opened();

-- What the running transaction has changed so far, were it to be committed: for previews, which never are. It takes nobody's
-- turn and writes nothing.
create function grant_effect() returns table (
  gaining_cards integer, -- cards that gain a container at least
  losing_cards integer,
  gained_containers integer, -- containers that a card at least gains
  lost_containers integer,
  opening_containers integer, -- from then on they open without a card
  closing_containers integer,
  over_capacity uuid[] -- containers whose list would no longer fit into their lock
) language plpgsql security definer set search_path = public, pg_temp as $$
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
    join container k on k.org_id = c.org_id and k.container_group_id = c.container_group_id
    join container_group g on g.org_id = c.org_id and g.id = c.container_group_id
    left join grant_list l on l.org_id = c.org_id and l.container_group_id = c.container_group_id),
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

-- Lists know what left them only as far back as a lock may go on from: a base that is older makes it the whole list.
alter table grant_list add column forgotten bigint not null default 0;

-- Ends what no lock of a group goes on from any more: offers older than the oldest ground, and what had left the list by then.
-- A lock that has not asked for 90 days begins anew. A bounded number at a time; it is called whenever a lock has applied a
-- list. While somebody else has the list in hands, it waits for the next time.
create function forget_old(in_org uuid, in_group uuid) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  newest bigint;
  oldest bigint;
begin
  select version into newest from grant_list
  where org_id = in_org and container_group_id = in_group for update skip locked;
  if newest is null then
    return;
  end if;
  select coalesce(min(s.ground), newest) into oldest
  from container k
  join container_sync s on s.org_id = k.org_id and s.container_id = k.id and s.asked_at > moment() - interval '90 days'
  where k.org_id = in_org and k.container_group_id = in_group;
  delete from grant_offer o
  where o.org_id = in_org and o.container_group_id = in_group and o.version in (
    select version from grant_offer
    where org_id = in_org and container_group_id = in_group and version < oldest order by version limit 500);
  delete from card_grant g
  where g.org_id = in_org and g.container_group_id = in_group and g.card_id in (
    select card_id from card_grant
    where org_id = in_org and container_group_id = in_group and action = 'forget' and version <= oldest
    order by version limit 500);
  update grant_list set forgotten = oldest
  where org_id = in_org and container_group_id = in_group and forgotten < oldest;
end $$;
create index on card_grant (org_id, container_group_id, version) where action = 'forget';

revoke execute on function grant_changes(uuid, uuid[], uuid[]), marked_cards(uuid, grant_mark[]),
  marked_groups(uuid, grant_mark[]) from public;
