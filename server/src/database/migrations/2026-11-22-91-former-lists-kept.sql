-- Migration 90 took back what 78 had given begin_list: a container that leaves its group leaves a former list behind. Both now,
-- and what moved is told by grouping.
create or replace function begin_list() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into container_sync (org_id, container_id, due_since) select org_id, id, moment() from after;
  else
    -- A lock that has asked (`ground`) may have applied what it was given, whether or not it said so.
    with moved as materialized (
      select org_id, id, (array_agg(container_group_id) filter (where not is_new))[1] as container_group_id
      from (
        select org_id, id, container_group_id, true as is_new from after
        union all
        select org_id, id, container_group_id, false from before) version
      group by org_id, id having count(distinct container_group_id) > 1)
    insert into former_list as f (org_id, container_id, container_group_id, version)
    select m.org_id, m.id, m.container_group_id, case when s.restart then 0 else coalesce(s.applied_version, 0) end
    from moved m
    join container_sync s on s.org_id = m.org_id and s.container_id = m.id
    where s.ground is not null
    on conflict (org_id, container_id, container_group_id) do update set version = least(f.version, excluded.version);
    insert into container_sync (org_id, container_id, due_since)
    select org_id, id, moment()
    from (select org_id, id, container_group_id from after except select org_id, id, container_group_id from before) moved
    on conflict (org_id, container_id) do update
      set due_since = excluded.due_since, applied_version = null, applied_at = null, ground = null,
        failure = null, failure_reason = null, failed_at = null;
  end if;
  return null;
end $$;
