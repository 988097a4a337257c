-- Where a clock was wrong, runs of next year stay: for so long the newest of them hid that backups failed or were made no more.
create or replace function backup_state() returns table (made_at timestamptz, has_failed boolean) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select (select max(ended_at) from backup_run where name is not null and ended_at <= now()),
    coalesce((select failure is not null from backup_run where due_at <= now() order by due_at desc limit 1), false)
$$;
