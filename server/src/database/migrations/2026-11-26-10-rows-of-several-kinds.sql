-- A row of a file may speak of several kinds (decision 62): the columns of each stand beside each other in `staged`.
create function add_staged_columns(in_columns text[], in_types text[]) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from unnest(in_types) t
    where t is null or t not in ('text', 'integer', 'bigint', 'double precision', 'boolean', 'uuid', 'bytea')) then
    raise exception 'no columns of a staging table: %', in_types;
  end if;
  execute (select format('alter table pg_temp.staged %s', string_agg(format('add column %I %s', c, t), ', ' order by n))
    from unnest(in_columns, in_types) with ordinality as u (c, t, n));
end $$;
revoke execute on function add_staged_columns(text[], text[]) from public;
grant execute on function add_staged_columns(text[], text[]) to noa_app;

-- Which kinds of files there are, the application says.
alter table import_job drop constraint import_job_kind_check;
alter table import_job add constraint import_job_kind_check check (kind ~ '^[a-zA-Z]{1,40}$');
