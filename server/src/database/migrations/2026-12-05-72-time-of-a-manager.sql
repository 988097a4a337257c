-- Numbers of the entrances that the managers of a scope look after, as long as they have: what happened behind one before is not told who it was of,
-- and of who looks after few entrances that is told by nothing but that the event is there.
create or replace function scope_managed_entrance_numbers() returns integer[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select case when scope_managers() = '{}' then '{}'::integer[]
    else array(select n.number from entrance e join numbered_entrance n on n.org_id = e.org_id and n.entrance_id = e.id
      where e.manager_id = any (scope_managers()) and n.manager_id = any (scope_managers())) end
$$;
