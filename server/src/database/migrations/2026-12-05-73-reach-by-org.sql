-- What managers and residents reach is looked up by its org, with which indexes begin: without it, the rows of all orgs were read for those of one,
-- by each query of theirs (decision 9).

-- One by one, whatever statistics PostgreSQL has: there are as many as somebody looks after.
create or replace function scope_cards() returns uuid[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select h.card_id from (
      select a.org_id, a.id from apartment a where a.id = any (scope_apartments())
      union all
      select e.org_id, a.id from entrance e
      cross join lateral (select id from apartment where org_id = e.org_id and entrance_id = e.id offset 0) a
      where e.manager_id = any (scope_managers())) a
    cross join lateral (
      select card_id from apartment_card where org_id = a.org_id and apartment_id = a.id and active offset 0) h)
$$;

create or replace function scope_container_groups() returns uuid[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select j.container_group_id from (
      select distinct org_id, access_group_id from entrance where id = any (scope_entrances()) and access_group_id is not null) e
    cross join lateral (
      select container_group_id from access_group_container_group
      where org_id = e.org_id and access_group_id = e.access_group_id offset 0) j)
    || case when scope_apartments() = '{}' then '{}'::uuid[]
      else open_container_groups(array(select org_id from apartment where id = any (scope_apartments()))) end
$$;

create or replace function open_container_groups(orgs uuid[]) returns uuid[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select g.id from (select distinct unnest(orgs) as id) o
    cross join lateral (select id from container_group where org_id = o.id and access_mode = 'open' offset 0) g
    union
    select j.container_group_id from (select distinct unnest(orgs) as id) o
    cross join lateral (select id from access_group where org_id = o.id and access_mode = 'open' offset 0) m
    cross join lateral (
      select container_group_id from access_group_container_group where org_id = o.id and access_group_id = m.id offset 0) j)
$$;

create function scope_managed_apartments() returns setof uuid language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select a.id from entrance e
  cross join lateral (select id from apartment where org_id = e.org_id and entrance_id = e.id offset 0) a
  where e.manager_id = any (scope_managers())
$$;

create function scope_containers() returns setof uuid language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select k.id from container_group g
  cross join lateral (select id from container where org_id = g.org_id and container_group_id = g.id offset 0) k
  where g.id = any (scope_container_groups())
$$;

create function card_is_held(org uuid, card uuid) returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from apartment_card where org_id = org and card_id = card and active)
$$;

revoke execute on function scope_managed_apartments(), scope_containers(), card_is_held(uuid, uuid) from public;
grant execute on function scope_managed_apartments(), scope_containers(), card_is_held(uuid, uuid) to noa_app;

do $$
declare
  kind text;
  further text;
begin
  for kind, further in values
    ('card', 'id = any ((select scope_cards())::uuid[])
      or (org_id = any ((select scope_managed_orgs())::uuid[]) and not card_is_held(org_id, id))'),
    ('apartment_card', 'apartment_id = any ((select scope_apartments())::uuid[])
        and apartment_id in (
          select s.apartment_id from scope_residences() s where case when active then valid_to else valid_from end > s.since)
      or apartment_id in (select scope_managed_apartments())'),
    ('apartment_org', 'apartment_id in (select scope_managed_apartments())'),
    ('card_request', 'apartment_id in (select scope_managed_apartments())'),
    ('claim_code', 'apartment_id in (select scope_managed_apartments())'),
    ('container_status', 'container_id in (select scope_containers())'),
    ('container_sync', 'container_id in (select scope_containers())'),
    ('former_list', 'container_id in (select scope_containers())'),
    ('status_update', 'container_id in (select scope_containers())'),
    ('card_event_receipt', '(select scope_managers()) <> ''{}'' and container_id in (select scope_containers())'),
    ('card_event_set_aside', '(select scope_managers()) <> ''{}'' and container_id in (select scope_containers())'),
    ('container_status_summary', '(select scope_managers()) <> ''{}'' and container_id in (select scope_containers())'),
    ('status_update_receipt', '(select scope_managers()) <> ''{}'' and container_id in (select scope_containers())'),
    ('status_update_set_aside', '(select scope_managers()) <> ''{}'' and container_id in (select scope_containers())')
  loop
    execute format('drop policy in_scope on %I', kind);
    if to_regclass(kind || '_history') is not null then
      execute format('drop policy in_scope on %I', kind || '_history');
    end if;
    call protect(kind, further);
  end loop;
end $$;

drop function card_is_held(uuid);
