-- Who opened lies apart from what happened, by the day on which it is to be gone: forgetting drops that day, and touches no event
-- (decision 90). `card_event` stays what is read: a view of both.

-- The day on which who it was is gone, of an event under a term of so many days; null: it is never stored. The day of the event is
-- kept as a whole, in UTC. Terms of more than 90 days end with the first day of a month, so that days in a partition of their
-- own are few however long the longest term is.
create function identity_goes_on(occurred_at timestamptz, days integer) returns date language sql immutable parallel safe as $$
  select case
    when days <= 0 then null
    when days <= 90 then (occurred_at at time zone 'UTC')::date + days + 1
    else greatest((occurred_at at time zone 'UTC')::date + 91,
      date_trunc('month', ((occurred_at at time zone 'UTC')::date + days + 1)::timestamp)::date)
  end
$$;

-- Under such a term, no event before this moment says who.
create function identity_kept_from(days integer) returns timestamptz language sql stable parallel safe as $$
  select case when days <= 0 then now() else (case
    when days <= 90 then today - days
    else least(today - 90, (date_trunc('month', today::timestamp) + interval '1 month')::date - days - 1)
  end)::timestamp at time zone 'UTC' end from (select (now() at time zone 'UTC')::date as today) t
$$;

create table stored_event (
  org_id uuid not null,
  id bigint not null default nextval('card_event_id'),
  kind text not null check (kind in ('access_denied', 'access_granted', 'card_blocked', 'card_erased', 'card_unblocked',
    'duplicate_detected', 'full_use', 'no_use', 'open_after_use')),
  occurred_at timestamptz not null, -- the device's time, or the receipt's when the device's cannot be true
  device_at timestamptz, -- as the lock said; null for what the console did
  received_at timestamptz not null default now(),
  clock_corrected boolean not null default false,
  boot_number integer,
  event_number bigint,
  list_version bigint,
  -- What the event belonged to when it was received, so that old reports do not change when a family moves.
  container_id uuid,
  container_group_id uuid,
  waste_stream text,
  entrance_id uuid,
  tower_block_id uuid,
  access_group_id uuid,
  manager_id uuid,
  litres integer not null default 0 check (litres >= 0),
  failed_attempt boolean not null default false,
  unauthorised boolean not null default false,
  -- Sequences do not follow commits: whoever reads "since" reads below the oldest running transaction.
  tx_id xid8 not null default pg_current_xact_id(),
  anonymous boolean not null default false, -- who it was has never been stored, as the org's term was over or it keeps nobody
  forget_on date, -- who it was lies in the partition of this day, or did; null: it was about nobody, or anonymous
  primary key (org_id, occurred_at, id),
  check ((container_id is null) = (event_number is null)),
  check (not anonymous or forget_on is null)
) partition by range (occurred_at);
create index on stored_event (org_id, container_id, boot_number, event_number);
create index on stored_event (org_id, entrance_id, occurred_at);
create index on stored_event (tx_id);
create index on stored_event using brin (occurred_at);

create table event_identity (
  org_id uuid not null,
  event_id bigint not null,
  occurred_at timestamptz not null,
  card_id uuid,
  apartment_id uuid,
  manager_id uuid, -- who looked after the entrance then, and may be told
  serial_number text,
  actor text, -- who, for what the console did; null for a lock's event
  reason text,
  forget_on date not null,
  primary key (event_id, forget_on)
) partition by range (forget_on);
create index on event_identity (org_id, card_id, occurred_at);
create index on event_identity (org_id, apartment_id, occurred_at);

-- As before, of the table that events lie in now.
create or replace function ensure_month(parent text, month date) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  first_day date := date_trunc('month', month)::date;
  partition text := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
begin
  if parent not in ('stored_event', 'status_update') then
    raise exception 'no table % by month', parent;
  end if;
  if to_regclass('public.' || partition) is null then
    perform pg_advisory_xact_lock(hashtext(partition));
    -- Asked of the table itself: names are looked up in a cache that an advisory lock does not renew.
    if not exists (select from pg_class where relname = partition and relnamespace = 'public'::regnamespace) then
      execute format('create table public.%I (like public.%I including all)', partition, parent);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, partition,
        first_day::timestamp at time zone 'UTC', (first_day + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end if;
end $$;

-- Makes room for who is to be forgotten on a day, as `ensure_month` does for a month.
create function ensure_identity_day(day date) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  partition text := format('event_identity_%s', to_char(day, 'YYYY_MM_DD'));
begin
  if day is not null and to_regclass('public.' || partition) is null then
    perform pg_advisory_xact_lock(hashtext(partition));
    if not exists (select from pg_class where relname = partition and relnamespace = 'public'::regnamespace) then
      execute format('create table public.%I (like public.event_identity including all)', partition);
      execute format('alter table public.event_identity attach partition public.%I for values from (%L) to (%L)', partition,
        day, day + 1);
    end if;
  end if;
end $$;

-- What is there moves over. Who is due already does not. What the console did is an act of the town's, of which it is kept for 90 days at least.
do $$
declare
  today date := (now() at time zone 'UTC')::date;
  partition record;
begin
  for partition in select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'card_event'::regclass
  loop
    perform ensure_month('stored_event', partition.month);
  end loop;
  for partition in select distinct identity_goes_on(e.occurred_at, case when e.actor is null then s.identity_days else greatest(s.identity_days, 90) end) as day from card_event e join org_settings s on s.org_id = e.org_id where num_nonnulls(e.card_id, e.apartment_id, e.serial_number, e.actor, e.reason) > 0 loop
    if partition.day > today then
      perform ensure_identity_day(partition.day);
    end if;
  end loop;
  insert into stored_event (org_id, id, kind, occurred_at, device_at, received_at, clock_corrected, boot_number, event_number,
    list_version, container_id, container_group_id, waste_stream, entrance_id, tower_block_id, access_group_id, manager_id,
    litres, failed_attempt, unauthorised, tx_id, anonymous, forget_on)
  select e.org_id, e.id, e.kind, e.occurred_at, e.device_at, e.received_at, e.clock_corrected, e.boot_number, e.event_number,
    e.list_version, e.container_id, e.container_group_id, e.waste_stream, e.entrance_id, e.tower_block_id, e.access_group_id,
    e.manager_id, e.litres, e.failed_attempt, e.unauthorised, e.tx_id, e.anonymous or (e.is_named and e.day is null),
    case when e.is_named then e.day end
  from (select e.*, num_nonnulls(e.card_id, e.apartment_id, e.serial_number, e.actor, e.reason) > 0 as is_named, identity_goes_on(e.occurred_at, case when e.actor is null then s.identity_days else greatest(s.identity_days, 90) end) as day from card_event e join org_settings s on s.org_id = e.org_id) e;
  insert into event_identity (org_id, event_id, occurred_at, card_id, apartment_id, manager_id, serial_number, actor, reason,
    forget_on)
  select e.org_id, e.id, e.occurred_at, e.card_id, e.apartment_id, e.manager_id, e.serial_number, e.actor, e.reason, identity_goes_on(e.occurred_at, case when e.actor is null then s.identity_days else greatest(s.identity_days, 90) end)
  from card_event e join org_settings s on s.org_id = e.org_id where num_nonnulls(e.card_id, e.apartment_id, e.serial_number, e.actor, e.reason) > 0 and identity_goes_on(e.occurred_at, case when e.actor is null then s.identity_days else greatest(s.identity_days, 90) end) > today;
end $$;

drop table card_event;

create view card_event with (security_invoker = true) as
select e.org_id, e.id, e.kind, e.occurred_at, e.device_at, e.received_at, e.clock_corrected, e.boot_number, e.event_number,
  e.list_version, i.serial_number, i.reason, i.actor, e.container_id, e.container_group_id, e.waste_stream, i.card_id,
  i.apartment_id, e.entrance_id, e.tower_block_id, e.access_group_id, e.manager_id, e.litres, e.failed_attempt, e.unauthorised,
  e.tx_id, e.anonymous or (e.forget_on is not null and i.event_id is null) as anonymous, i.forget_on,
  i.occurred_at as who_occurred_at -- the same moment, where it is known who: by it an index finds who did something in a period
from stored_event e
left join event_identity i on i.forget_on = e.forget_on and i.event_id = e.id
  -- Both follow; they let a plan begin with either table.
  and i.org_id = e.org_id and i.occurred_at = e.occurred_at;

grant select, insert on stored_event, event_identity to noa_app;
grant select on card_event to noa_app;

-- The events of a scope's apartments.
create function scope_events() returns bigint[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select case when scope_apartments() = '{}' then '{}'::bigint[]
    else array(
      select i.event_id from apartment a join event_identity i on i.org_id = a.org_id and i.apartment_id = a.id
      where a.id = any (scope_apartments()))
  end
$$;

call protect('stored_event', 'entrance_id = any ((select scope_managed_entrances())::uuid[])
  or id = any ((select scope_events())::bigint[])');
-- What the console did to a card that nobody holds has no entrance to be in scope by, and what it did to a resident's own one is
-- theirs by what is written beside it.
create policy beside_scope on stored_event for insert with check (container_id is null
  and (org_id = any ((select scope_managed_orgs())::uuid[]) or entrance_id = any ((select scope_entrances())::uuid[])));
-- Who it was is told to the manager of that moment, and not to who looks after the entrance now.
call protect('event_identity', 'manager_id = any ((select scope_managers())::uuid[])
  or apartment_id = any ((select scope_apartments())::uuid[])');
create policy beside_scope on event_identity for insert with check (
  manager_id is null and actor is not null and org_id = any ((select scope_managed_orgs())::uuid[]));

revoke execute on function identity_goes_on(timestamptz, integer), identity_kept_from(integer), ensure_identity_day(date),
  scope_events() from public;
grant execute on function identity_goes_on(timestamptz, integer), identity_kept_from(integer), ensure_identity_day(date),
  scope_events() to noa_app;
