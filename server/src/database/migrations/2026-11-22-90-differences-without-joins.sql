-- What a statement changed is told by comparing its rows before and after. PostgreSQL plans a trigger's statements once a
-- connection, for as many rows as the first of them had: joined after one row had been edited in a form, twenty thousand were
-- compared with twenty thousand. A set operation or a grouping is the same plan for any number.

create or replace function mark_cards() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_mark (org_id, kind, ids) select org_id, 'card', array_agg(id) from after group by org_id;
  else
    insert into grant_mark (org_id, kind, ids)
    select org_id, 'card', array_agg(id)
    from (select org_id, id, status from after except select org_id, id, status from before) moved group by org_id;
  end if;
  return null;
end $$;

create or replace function mark_moved() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'apartment' then
    insert into grant_mark (org_id, kind, ids)
    select org_id, 'apartment', array_agg(id)
    from (select org_id, id, entrance_id from after except select org_id, id, entrance_id from before) moved group by org_id;
  elsif tg_table_name = 'entrance' then
    insert into grant_mark (org_id, kind, ids)
    select org_id, 'entrance', array_agg(id)
    from (select org_id, id, access_group_id from after except select org_id, id, access_group_id from before) moved
    group by org_id;
  else
    insert into grant_mark (org_id, kind, ids)
    select org_id, 'access_group', array_agg(id)
    from (select org_id, id, access_mode from after except select org_id, id, access_mode from before) moved group by org_id;
  end if;
  return null;
end $$;

create or replace function begin_list() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into container_sync (org_id, container_id, due_since) select org_id, id, moment() from after;
  else
    insert into container_sync (org_id, container_id, due_since)
    select org_id, id, moment()
    from (select org_id, id, container_group_id from after except select org_id, id, container_group_id from before) moved
    on conflict (org_id, container_id) do update
      set due_since = excluded.due_since, applied_version = null, applied_at = null, ground = null,
        failure = null, failure_reason = null, failed_at = null;
  end if;
  return null;
end $$;

create or replace function mark_opened() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'container' then
    with switched as materialized (
      select org_id, id, max(access_mode) filter (where is_new) as access_mode,
        (array_agg(container_group_id) filter (where is_new))[1] as container_group_id
      from (
        select org_id, id, access_mode, container_group_id, true as is_new from after
        union all
        select org_id, id, access_mode, container_group_id, false from before) version
      group by org_id, id having count(distinct access_mode) > 1)
    insert into grant_mark (org_id, kind, ids)
    select s.org_id, case s.access_mode when 'open' then 'opening' else 'closing' end, array_agg(s.id)
    from switched s
    join container_group g on g.org_id = s.org_id and g.id = s.container_group_id and g.access_mode <> 'open'
    group by 1, 2;
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
