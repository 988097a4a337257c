-- Since when a container is full or its battery low: a list of what is wrong is ranked by it, and the history of a million
-- readings is not read for each look at it.

-- When its kind began to be told at this level, without another in between; null for levels at which nothing is wrong.
alter table container_status add column since timestamptz;

-- Looks back over the one run of readings that is asked for, by the index (org_id, container_id, kind, occurred_at).
create function status_since(of_org uuid, of_container uuid, of_kind text, of_level text) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with other as (
    select u.occurred_at, u.id from status_update u
    where u.org_id = of_org and u.container_id = of_container and u.kind = of_kind and u.level <> of_level
    order by u.occurred_at desc, u.id desc limit 1)
  select min(u.occurred_at) from status_update u
  where u.org_id = of_org and u.container_id = of_container and u.kind = of_kind
    and u.occurred_at >= coalesce((select occurred_at from other), '-infinity')
    and (u.occurred_at, u.id) > (coalesce((select occurred_at from other), '-infinity'), coalesce((select id from other), 0))
$$;

-- Whoever writes a reading keeps `since` where the level stays, and leaves it empty where it changes. What remains is told by
-- the history alone: a run that has just begun, and what arrived late, before the run or within it.
create function begin_status() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  update container_status s
  set since = coalesce(status_since(s.org_id, s.container_id, s.kind, s.level), s.occurred_at)
  from (
    select distinct c.org_id, c.container_id, c.kind from told t
    join container_status c on c.org_id = t.org_id and c.container_id = t.container_id and c.kind = t.kind
    where c.level in ('error', 'warning')
      and (c.since is null or t.occurred_at < c.since or (t.level <> c.level and t.occurred_at <= c.occurred_at))) b
  where s.org_id = b.org_id and s.container_id = b.container_id and s.kind = b.kind;
  return null;
end $$;
create trigger begin_status after insert on status_update
  referencing new table as told for each statement execute function begin_status();

update container_status set since = coalesce(status_since(org_id, container_id, kind, level), occurred_at)
where level in ('error', 'warning');
