-- Whoever watches an import is told of it at whichever server they do: at the commit, by its id alone.
create function tell_import() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('import_job', new.id::text);
  return null;
end $$;
create trigger tell_import after update on import_job for each row execute function tell_import();
