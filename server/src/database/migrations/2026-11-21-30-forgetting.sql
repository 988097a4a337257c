-- Card events that contradict what is kept, and forgetting: who opened goes after the org's term, whole months after its
-- retention (domain.md, "Personal data").

-- Card, apartment and serial have been removed, or came too late to be kept; so has what the console noted of people.
alter table card_event add column anonymous boolean not null default false;
alter table card_event add constraint card_event_anonymous check (
  not anonymous or (card_id is null and apartment_id is null and serial_number is null and actor is null and reason is null));

-- What a lock said under a number that is taken by something else. The first is kept as the event; this is there to be seen.
create table card_event_set_aside (
  org_id uuid not null,
  id bigint generated always as identity,
  container_id uuid not null,
  boot_number integer not null,
  event_number bigint not null,
  kind text not null,
  device_at timestamptz not null,
  serial_number text,
  list_version bigint,
  received_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, container_id) references container (org_id, id) on delete cascade,
  -- Sent again, it is the same.
  unique nulls not distinct (org_id, container_id, boot_number, event_number, kind, device_at, serial_number, list_version)
);
create index on card_event_set_aside (org_id, container_id, received_at, id);
grant select, insert on card_event_set_aside to noa_app;
call protect('card_event_set_aside', '(select scope_managers()) <> ''{}''
  and container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');

-- How far an org's events have been forgotten; no row: not at all.
create table event_forgetting (
  org_id uuid primary key references org (id) on delete cascade,
  kept_from timestamptz not null default '-infinity', -- whole months before it were there, and are gone
  anonymous_before timestamptz not null default '-infinity', -- events before it have lost who, by
  settings_row_id bigint -- these settings of the org; by others, any event may be due
);
grant select on event_forgetting to noa_app;
call protect('event_forgetting', 'false');

-- Receipts are written with every batch: room beside each row keeps its versions on one page and out of the index.
alter table card_event_receipt set (fillfactor = 50);
alter table status_update_receipt set (fillfactor = 50);

-- Attaching, unlike creating in place, waits for nobody who reads or writes the other months.
create or replace function ensure_month(parent text, month date) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  first_day date := date_trunc('month', month)::date;
  partition text := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
begin
  if parent not in ('card_event', 'status_update') then
    raise exception 'no table % by month', parent;
  end if;
  if to_regclass(partition) is null then
    perform pg_advisory_xact_lock(hashtext(partition));
    -- Asked of the table itself: names are looked up in a cache that an advisory lock does not renew.
    if not exists (select from pg_class where relname = partition and relnamespace = 'public'::regnamespace) then
      execute format('create table %I (like %I including all)', partition, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition,
        first_day::timestamp at time zone 'UTC', (first_day + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end if;
end $$;

-- The first moment that an org, or the one that keeps longest, still keeps: months go whole, once their last day is too old.
create function events_kept_from(in_org uuid) returns timestamptz language sql stable security definer
set search_path = public, pg_temp as $$
  select date_trunc('month', (now() - make_interval(months => max(event_retention_months))) at time zone 'UTC') at time zone 'UTC'
  from org_settings where in_org is null or org_id = in_org
$$;

-- Drops the months that no org keeps. The application may call it, and can drop nothing else.
create function drop_forgotten_months() returns integer language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  month record;
  dropped integer := 0;
begin
  for month in
    select p.relname as parent, c.oid::regclass as partition
    from pg_inherits i
    join pg_class p on p.oid = i.inhparent
    join pg_class c on c.oid = i.inhrelid
    where p.oid in ('card_event'::regclass, 'status_update'::regclass)
      and to_date(right(c.relname, 7), 'YYYY_MM') < (events_kept_from(null) at time zone 'UTC')::date
  loop
    execute format('drop table %s', month.partition);
    dropped := dropped + 1;
  end loop;
  if dropped > 0 then
    insert into event_forgetting as f (org_id, kept_from) select id, events_kept_from(null) from org
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
  end if;
  return dropped;
end $$;

-- Deletes at most so many events of months that an org keeps no longer, while others still do.
create function forget_events(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  until timestamptz := events_kept_from(in_org);
  forgotten integer;
begin
  with due as (
    select occurred_at, id from card_event
    where org_id = in_org and occurred_at < until order by occurred_at, id limit in_limit)
  delete from card_event e using due d
  where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id;
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    insert into event_forgetting as f (org_id, kept_from) values (in_org, until)
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
  end if;
  return forgotten;
end $$;

-- Takes from at most so many events, older than the org's term, who opened. They are stamped anew, so that whoever holds a
-- copy takes the new one. The last day is looked at again each time, as an event may have been on its way; and all of them
-- once the settings have changed: what came under a longer term is due under a shorter one.
create function forget_identities(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  term org_settings := (select s from org_settings s where org_id = in_org);
  until timestamptz := now() - make_interval(days => term.identity_days);
  since timestamptz := coalesce((
    select least(until, anonymous_before) - interval '1 day' from event_forgetting
    where org_id = in_org and settings_row_id = term.row_id), '-infinity');
  reached timestamptz;
  forgotten integer;
begin
  with due as (
    select occurred_at, id from card_event
    where org_id = in_org and occurred_at >= since and occurred_at < until and not anonymous
      and num_nonnulls(card_id, apartment_id, serial_number, actor, reason) > 0
    order by occurred_at, id limit in_limit),
  done as (
    update card_event e set card_id = null, apartment_id = null, serial_number = null, actor = null, reason = null,
      anonymous = true, tx_id = pg_current_xact_id()
    from due d where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id
    returning e.occurred_at)
  select count(*), max(occurred_at) into forgotten, reached from done;
  if forgotten < in_limit then
    delete from card_event_set_aside where org_id = in_org and received_at < until;
    reached := until;
  end if;
  insert into event_forgetting as f (org_id, anonymous_before, settings_row_id) values (in_org, reached, term.row_id)
  on conflict (org_id) do update
    set anonymous_before = excluded.anonymous_before, settings_row_id = excluded.settings_row_id;
  return forgotten;
end $$;

revoke execute on function drop_forgotten_months(), forget_events(uuid, integer), forget_identities(uuid, integer),
  events_kept_from(uuid) from public;
grant execute on function drop_forgotten_months(), forget_events(uuid, integer), forget_identities(uuid, integer),
  events_kept_from(uuid) to noa_app;
