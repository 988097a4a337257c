-- Forgetting who opened: by dropping its day (decision 90).

-- How far an org's events have been forgotten. Its terms and what came under each are in its settings and their versions.
alter table event_forgetting drop column anonymous_before, drop column settings_row_id,
  -- Who was deleted before their day, as the org made its term shorter: of events before this moment, in so many steps.
  add column deleted_before timestamptz not null default '-infinity',
  add column acts_deleted_before timestamptz not null default '-infinity', -- of what the console did
  add column deletions bigint not null default 0;

create or replace function drop_forgotten_months() returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  month record;
  dropped integer := 0;
begin
  for month in
    select c.relname as name, c.oid::regclass as partition
    from pg_inherits i
    join pg_class p on p.oid = i.inhparent
    join pg_class c on c.oid = i.inhrelid
    where p.oid in ('stored_event'::regclass, 'status_update'::regclass)
  loop
    -- Here, as a plan may look at the names of other tables before it leaves them out.
    if to_date(right(month.name, 7), 'YYYY_MM') < (events_kept_from(null) at time zone 'UTC')::date then
      execute format('drop table %s', month.partition);
      dropped := dropped + 1;
    end if;
  end loop;
  if dropped > 0 then
    delete from event_identity where occurred_at < events_kept_from(null);
    insert into event_forgetting as f (org_id, kept_from) select id, events_kept_from(null) from org
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
  end if;
  return dropped;
end $$;

create or replace function forget_events(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := events_kept_from(in_org);
  forgotten integer;
begin
  with due as (
    select occurred_at, id, forget_on from stored_event
    where org_id = in_org and occurred_at < until order by occurred_at, id limit in_limit),
  nobody as (
    delete from event_identity i using due d where i.forget_on = d.forget_on and i.event_id = d.id)
  delete from stored_event e using due d
  where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id;
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    insert into event_forgetting as f (org_id, kept_from) values (in_org, until)
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
  end if;
  return forgotten;
end $$;

-- Notes from when on it is known who opened, by each term that the org has had: what came under a shorter one went by that. To
-- be called before a day is dropped. Of an org that made its term shorter, deletes at most so many of those that are past it: their
-- day is a later one. What the console did is kept for 90 days at least.
create or replace function forget_identities(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  term integer := (select identity_days from org_settings where org_id = in_org);
  until timestamptz := identity_kept_from(term);
  acts_until timestamptz := identity_kept_from(greatest(term, 90));
  today date := (now() at time zone 'UTC')::date;
  reached timestamptz; -- by a term that held until a moment, nothing went of what came after it
  longest integer;
  lost timestamptz; -- the last that is not known of
  forgotten integer := 0;
begin
  select greatest(until, max(least(identity_kept_from(v.identity_days), v.valid_to))),
    max(v.identity_days) filter (where v.valid_to > now() - make_interval(days => v.identity_days + 2))
  into reached, longest
  from org_settings_version v where v.org_id = in_org and v.valid_to <= now();
  if longest > term then
    with due as (
      select forget_on, event_id from event_identity
      where org_id = in_org and occurred_at < case when actor is null then until else acts_until end and forget_on > today
        and forget_on <= (until at time zone 'UTC')::date + greatest(longest, 90) + 1
      limit in_limit)
    delete from event_identity i using due d where i.forget_on = d.forget_on and i.event_id = d.event_id;
    get diagnostics forgotten = row_count;
  end if;
  if forgotten < in_limit then
    delete from card_event_set_aside where org_id = in_org and received_at < until;
  end if;
  select max(occurred_at) into lost from stored_event
  where org_id = in_org and occurred_at < reached and (anonymous or forget_on <= today);
  insert into event_forgetting as f (org_id, unknown_before, deleted_before, acts_deleted_before, deletions)
  values (in_org,
    case when lost is not null or forgotten > 0 then greatest(until, lost + interval '1 microsecond') else '-infinity' end,
    case when forgotten > 0 then until else '-infinity' end, case when forgotten > 0 then acts_until else '-infinity' end,
    sign(forgotten))
  on conflict (org_id) do update set
    unknown_before = greatest(f.unknown_before,
      case when f.deletions > 0 then until else '-infinity' end, excluded.unknown_before),
    deleted_before = greatest(f.deleted_before, excluded.deleted_before),
    acts_deleted_before = greatest(f.acts_deleted_before, excluded.acts_deleted_before), deletions = f.deletions + excluded.deletions
  where (f.unknown_before, f.deletions) is distinct from (greatest(f.unknown_before,
    case when f.deletions > 0 then until else '-infinity' end, excluded.unknown_before), f.deletions + excluded.deletions);
  return forgotten;
end $$;

-- Drops who is to be forgotten by today, of all orgs. The application may call it, and can drop nothing else.
create function drop_forgotten_identities() returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  day record;
  dropped integer := 0;
begin
  for day in
    select c.relname as name, c.oid::regclass as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_identity'::regclass
  loop
    if to_date(right(day.name, 10), 'YYYY_MM_DD') <= (now() at time zone 'UTC')::date then
      execute format('drop table %s', day.partition);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

-- The first day that is still there of who opened, as its partitions say; null: there is none.
create function first_identity_day() returns date language sql stable as $$
  select min(to_date(right(c.relname, 10), 'YYYY_MM_DD')) from pg_catalog.pg_inherits i
  join pg_catalog.pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.event_identity'::regclass
$$;

revoke execute on function drop_forgotten_identities(), first_identity_day() from public;
grant execute on function drop_forgotten_identities(), first_identity_day() to noa_app;
