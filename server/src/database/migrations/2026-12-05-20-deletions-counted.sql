-- Copies of the events are told of deletions by their number: the moment up to which an org has deleted stays the same from the first
-- batch to the last, and where the org has made its retention longer since.
alter table event_forgetting
  add column event_deletions bigint not null default 0, -- how often events were deleted, to the last one that was due
  add column events_deleted_before timestamptz not null default '-infinity', -- the last time, those before this moment
  add column deleting boolean not null default false; -- some that are due are deleted, others are still to be

-- As before, and counted with the last batch: whoever copies events does so once, not after each batch.
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
  delete from card_event_set_aside where org_id = in_org and received_at < until;
  delete from status_update_set_aside where org_id = in_org and received_at < until;
  with gone as (
    delete from cold_file where org_id = in_org and month < (until at time zone 'UTC')::date returning name)
  insert into cold_leftover select name from gone;
  get diagnostics files = row_count;
  if forgotten + files > 0 then
    insert into event_forgetting as f (org_id, kept_from, deleting) values (in_org, until, true)
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from), deleting = true;
  end if;
  if forgotten + files < in_limit then
    update event_forgetting set deleting = false, event_deletions = event_deletions + 1, events_deleted_before = until
    where org_id = in_org and deleting;
  end if;
  return forgotten + files;
end $$;

-- As before, and counted for the orgs that had events there; most often none has any more.
create or replace function drop_forgotten_months() returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  month record;
  held uuid[];
  losing uuid[] := '{}';
  dropped integer := 0;
begin
  for month in
    select c.relname as name, c.oid::regclass as partition, p.oid = 'stored_event'::regclass as has_events
    from pg_inherits i
    join pg_class p on p.oid = i.inhparent
    join pg_class c on c.oid = i.inhrelid
    where p.oid in ('stored_event'::regclass, 'status_update'::regclass)
  loop
    -- Here, as a plan may look at the names of other tables before it leaves them out.
    if to_date(right(month.name, 7), 'YYYY_MM') < (events_kept_from(null) at time zone 'UTC')::date then
      if month.has_events then
        execute format('select coalesce(array_agg(id), ''{}'') from org where exists (select from %s e where e.org_id = org.id)',
          month.partition) into held;
        losing := losing || held;
      end if;
      execute format('drop table %s', month.partition);
      dropped := dropped + 1;
    end if;
  end loop;
  if dropped > 0 then
    delete from event_identity where occurred_at < events_kept_from(null);
    insert into event_forgetting as f (org_id, kept_from) select id, events_kept_from(null) from org
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
    update event_forgetting set event_deletions = event_deletions + 1, events_deleted_before = events_kept_from(null)
    where org_id = any(losing);
  end if;
  return dropped;
end $$;
