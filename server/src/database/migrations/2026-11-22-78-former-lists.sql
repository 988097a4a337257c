-- Lists of other container groups that a lock may still decide by: it keeps the list of the group that its container left until it
-- has confirmed the new one.

create table former_list (
  org_id uuid not null,
  container_id uuid not null,
  container_group_id uuid not null, -- no foreign key: the group may be gone before the lock has let go of its list
  version bigint not null, -- the newest that the lock confirmed of it; 0: it has asked for it, and confirmed none
  primary key (org_id, container_id, container_group_id),
  foreign key (org_id, container_id) references container (org_id, id) on delete cascade
);
create index on former_list (org_id, container_group_id);
grant select on former_list to noa_app;
call protect('former_list', 'container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');

-- A container that is new, or new in its group, has a list that its lock knows nothing of.
create or replace function begin_list() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into container_sync (org_id, container_id, due_since) select org_id, id, moment() from after;
  else
    -- A lock that has asked (`ground`) may have applied what it was given, whether or not it said so.
    insert into former_list as f (org_id, container_id, container_group_id, version)
    select b.org_id, b.id, b.container_group_id, case when s.restart then 0 else coalesce(s.applied_version, 0) end
    from after a
    join before b on b.org_id = a.org_id and b.id = a.id
    join container_sync s on s.org_id = a.org_id and s.container_id = a.id
    where a.container_group_id <> b.container_group_id and s.ground is not null
    on conflict (org_id, container_id, container_group_id) do update set version = least(f.version, excluded.version);
    insert into container_sync (org_id, container_id, due_since)
    select a.org_id, a.id, moment() from after a join before b on b.org_id = a.org_id and b.id = a.id
    where a.container_group_id <> b.container_group_id
    on conflict (org_id, container_id) do update
      set due_since = excluded.due_since, applied_version = null, applied_at = null, ground = null,
        failure = null, failure_reason = null, failed_at = null;
  end if;
  return null;
end $$;

-- A lock that confirms a list holds no other any more.
create function end_former_lists() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from former_list where org_id = new.org_id and container_id = new.container_id;
  return null;
end $$;
create trigger end_former_lists after update on container_sync
  for each row when (old.applied_version is null and new.applied_version is not null) execute function end_former_lists();

-- What was kept of a list because a lock might still hold it.
create function forget_former_lists() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform forget_old(b.org_id, b.container_group_id) from (select distinct org_id, container_group_id from before) b;
  delete from card_grant g using before b
  where g.org_id = b.org_id and g.container_group_id = b.container_group_id
    and not exists (select from container_group k where k.org_id = b.org_id and k.id = b.container_group_id)
    and not exists (select from former_list f where f.org_id = b.org_id and f.container_group_id = b.container_group_id);
  return null;
end $$;
create trigger forget_former_lists after delete on former_list
  referencing old table as before for each statement execute function forget_former_lists();

-- A group that is gone has no list to hand out; what its list said is kept while a lock may decide by it.
create or replace function drop_grant_list() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from card_grant g using before b
  where g.org_id = b.org_id and g.container_group_id = b.id
    and not exists (select from former_list f where f.org_id = b.org_id and f.container_group_id = b.id);
  delete from grant_offer o using before b where o.org_id = b.org_id and o.container_group_id = b.id;
  delete from grant_list l using before b where l.org_id = b.org_id and l.container_group_id = b.id;
  return null;
end $$;

-- Ends what no lock of a group goes on from any more: offers older than the oldest ground, where a lock that has not asked for 90
-- days begins anew; and what had left the list, once every lock that may hold the list, however long it has been silent and wherever
-- it stands now, has confirmed a version without it. A bounded number at a time; it is called whenever a lock has applied a list. While
-- somebody else has the list in hands, it waits for the next time.
create or replace function forget_old(in_org uuid, in_group uuid) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  newest bigint;
  oldest bigint;
  known bigint;
begin
  select version into newest from grant_list
  where org_id = in_org and container_group_id = in_group for update skip locked;
  if newest is null then
    return;
  end if;
  select coalesce(min(held.ground), newest), least(min(held.known), newest) into oldest, known
  from (
    select case when s.asked_at > moment() - interval '90 days' then s.ground end as ground,
      coalesce(s.applied_version, 0) as known
    from container k
    join container_sync s on s.org_id = k.org_id and s.container_id = k.id and s.ground is not null
    where k.org_id = in_org and k.container_group_id = in_group
    union all
    select null, f.version from former_list f where f.org_id = in_org and f.container_group_id = in_group) held;
  delete from grant_offer o
  where o.org_id = in_org and o.container_group_id = in_group and o.version in (
    select version from grant_offer
    where org_id = in_org and container_group_id = in_group and version < oldest order by version limit 500);
  delete from card_grant g
  where g.org_id = in_org and g.container_group_id = in_group and g.card_id in (
    select card_id from card_grant
    where org_id = in_org and container_group_id = in_group and action = 'forget' and version <= least(oldest, known)
    order by version limit 500);
  update grant_list set forgotten = oldest
  where org_id = in_org and container_group_id = in_group and forgotten < oldest;
end $$;

-- Containers that were moved before this, and whose locks have confirmed nothing since: any list of before may be in them.
insert into former_list (org_id, container_id, container_group_id, version)
select distinct h.org_id, h.id, h.container_group_id, 0
from container_history h
join container k on k.org_id = h.org_id and k.id = h.id and k.container_group_id <> h.container_group_id
join container_sync s on s.org_id = k.org_id and s.container_id = k.id and s.applied_version is null and s.asked_at is not null;
