-- Months of events whose place is outside PostgreSQL, as Parquet files (decision 97). Who it was is in none of them.

-- A file of a month of an org; a month that lay outside and had events come late has several.
create table cold_file (
  name text primary key, -- in the store: 2025-10/<org>-<some digits>.parquet
  org_id uuid not null,
  month date not null, -- its first day, in UTC
  events integer not null check (events > 0),
  bytes bigint not null,
  sha256 bytea not null,
  last_tx xid8 not null, -- the last transaction that stored one of them: who has not seen it yet reads the file
  container_ids uuid[] not null -- where they happened
);
create index on cold_file (org_id, month);
create index on cold_file (last_tx);
call protect('cold_file', 'org_id = any ((select scope_named_orgs())::uuid[])');
grant select on cold_file to noa_app;

-- What may lie in the store and counts no more, or does not count yet: written down before a file is written, and when one is forgotten.
create table cold_leftover (name text primary key);

create or replace function forget_events(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := events_kept_from(in_org);
  forgotten integer;
  files integer;
begin
  with due as (
    select occurred_at, id, forget_on from stored_event
    where org_id = in_org and occurred_at < until order by occurred_at, id limit in_limit),
  nobody as (
    delete from event_identity i using due d where i.forget_on = d.forget_on and i.event_id = d.id)
  delete from stored_event e using due d
  where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id;
  get diagnostics forgotten = row_count;
  with gone as (
    delete from cold_file where org_id = in_org and month < (until at time zone 'UTC')::date returning name)
  insert into cold_leftover select name from gone;
  get diagnostics files = row_count;
  if forgotten + files > 0 then
    insert into event_forgetting as f (org_id, kept_from) values (in_org, until)
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
  end if;
  return forgotten + files;
end $$;
