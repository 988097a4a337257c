-- What /metrics reads (decision 41).

-- Imports that run; every server also looks for lost ones every few seconds.
create index import_job_running on import_job (run_began_at) where state in ('checking', 'applying');

-- How old the last backup is, and whether the last attempt failed; where backups are, and why one failed, is the owner's alone.
create function backup_state() returns table (made_at timestamptz, has_failed boolean) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select (select max(ended_at) from backup_run where name is not null),
    coalesce((select failure is not null from backup_run order by due_at desc limit 1), false)
$$;
revoke execute on function backup_state() from public;
grant execute on function backup_state() to noa_app;
