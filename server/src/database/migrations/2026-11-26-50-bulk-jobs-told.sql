-- Whoever watches a bulk job is told of it at whichever server they do: at the commit of each of its steps, by its id alone.
create function tell_bulk_job() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('bulk_job', new.id::text);
  return null;
end $$;
create trigger tell_bulk_job after update on bulk_job for each row execute function tell_bulk_job();
