-- An event is small (decision 96): what its container and its entrance belonged to when it was received has a number, which thousands of
-- events share, and a lock's time stands once where it is believed. `card_event` says all of it as before.

create type card_event_kind as enum ('access_denied', 'access_granted', 'card_blocked', 'card_erased', 'card_unblocked',
  'duplicate_detected', 'full_use', 'no_use', 'open_after_use');

-- A container with what it belonged to, by a number. What it belongs to later has another.
create table numbered_container (
  number integer generated always as identity primary key,
  org_id uuid not null,
  container_id uuid,
  container_group_id uuid,
  waste_stream text,
  unique nulls not distinct (org_id, container_id, container_group_id, waste_stream)
);

-- An entrance likewise.
create table numbered_entrance (
  number integer generated always as identity primary key,
  org_id uuid not null,
  entrance_id uuid,
  tower_block_id uuid,
  access_group_id uuid,
  manager_id uuid,
  unique nulls not distinct (org_id, entrance_id, tower_block_id, access_group_id, manager_id)
);

insert into numbered_container (org_id, container_id, container_group_id, waste_stream)
select distinct org_id, container_id, container_group_id, waste_stream from stored_event
where num_nonnulls(container_id, container_group_id, waste_stream) > 0;
insert into numbered_entrance (org_id, entrance_id, tower_block_id, access_group_id, manager_id)
select distinct org_id, entrance_id, tower_block_id, access_group_id, manager_id from stored_event
where num_nonnulls(entrance_id, tower_block_id, access_group_id, manager_id) > 0;
-- Of a table that was looked at while it was empty, plans would go on reading all rows.
do $$
begin
  if exists (select from stored_event) then
    analyze numbered_container, numbered_entrance;
  end if;
end $$;

-- The number of a container with what it belongs to; given, where there is none, by one transaction at a time: two that wait for each other's
-- would wait for ever. Null of nothing. What is not distinct from null is found by no index: hence a question for each case.
create function container_number_of(org uuid, container uuid, container_group uuid, stream text) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  known integer;
begin
  if num_nonnulls(container, container_group, stream) = 0 then
    return null;
  end if;
  for attempt in 1..2 loop
    if container is not null then
      select n.number into known from numbered_container n where n.org_id = org and n.container_id = container
        and n.container_group_id is not distinct from container_group and n.waste_stream is not distinct from stream;
    elsif container_group is not null then
      select n.number into known from numbered_container n where n.org_id = org and n.container_id is null
        and n.container_group_id = container_group and n.waste_stream is not distinct from stream;
    else
      select n.number into known from numbered_container n where n.org_id = org and n.container_id is null
        and n.container_group_id is null and n.waste_stream = stream;
    end if;
    exit when known is not null;
    perform pg_advisory_xact_lock(hashtext('numbers of events'));
  end loop;
  if known is null then
    insert into numbered_container (org_id, container_id, container_group_id, waste_stream)
    values (org, container, container_group, stream) returning number into known;
  end if;
  return known;
end $$;

create function entrance_number_of(org uuid, entrance uuid, tower_block uuid, access_group uuid, manager uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  known integer;
begin
  if num_nonnulls(entrance, tower_block, access_group, manager) = 0 then
    return null;
  end if;
  for attempt in 1..2 loop
    if entrance is not null then
      select n.number into known from numbered_entrance n where n.org_id = org and n.entrance_id = entrance
        and n.tower_block_id is not distinct from tower_block and n.access_group_id is not distinct from access_group
        and n.manager_id is not distinct from manager;
    else
      select n.number into known from numbered_entrance n where n.org_id = org and n.entrance_id is null
        and n.tower_block_id is not distinct from tower_block and n.access_group_id is not distinct from access_group
        and n.manager_id is not distinct from manager;
    end if;
    exit when known is not null;
    perform pg_advisory_xact_lock(hashtext('numbers of events'));
  end loop;
  if known is null then
    insert into numbered_entrance (org_id, entrance_id, tower_block_id, access_group_id, manager_id)
    values (org, entrance, tower_block, access_group, manager) returning number into known;
  end if;
  return known;
end $$;

drop view card_event;
alter table stored_event rename to wide_event;
do $$
declare
  partition record;
begin
  for partition in select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'wide_event'::regclass
  loop
    execute format('alter table %I rename to %I', partition.name, replace(partition.name, 'stored_event', 'wide_event'));
  end loop;
end $$;

-- Wide columns first: none leaves a gap before the next.
create table stored_event (
  id bigint not null default nextval('card_event_id'),
  occurred_at timestamptz not null, -- the device's time, or the receipt's when the device's cannot be true
  received_at timestamptz not null default now(),
  -- Sequences do not follow commits: whoever reads "since" reads below the oldest running transaction.
  tx_id xid8 not null default pg_current_xact_id(),
  device_at timestamptz, -- as the lock said, where that is not believed
  list_version bigint,
  -- What the event belonged to when it was received, so that old reports do not change when a family moves.
  container_number integer, -- of numbered_container
  entrance_number integer, -- of numbered_entrance
  boot_number integer,
  event_number integer, -- null for what the console did
  kind card_event_kind not null,
  litres integer not null default 0 check (litres >= 0),
  forget_on date, -- who it was lies in the partition of this day, or did; null: it was about nobody, or anonymous
  org_id uuid not null,
  failed_attempt boolean not null default false,
  unauthorised boolean not null default false,
  anonymous boolean not null default false, -- who it was has never been stored, as the org's term was over or it keeps nobody
  primary key (org_id, occurred_at, id),
  check (event_number is null or container_number is not null),
  check (not anonymous or forget_on is null)
) partition by range (occurred_at);
create index on stored_event (container_number, boot_number, event_number);
create index on stored_event (entrance_number, occurred_at);
create index on stored_event (tx_id);
create index on stored_event using brin (occurred_at);

do $$
declare
  partition record;
begin
  for partition in select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'wide_event'::regclass
  loop
    perform ensure_month('stored_event', partition.month);
  end loop;
end $$;

insert into stored_event (id, occurred_at, received_at, tx_id, device_at, list_version, container_number, entrance_number, boot_number,
  event_number, kind, litres, forget_on, org_id, failed_attempt, unauthorised, anonymous)
select e.id, e.occurred_at, e.received_at, e.tx_id, nullif(e.device_at, e.occurred_at), e.list_version, c.number, n.number,
  e.boot_number, e.event_number, e.kind::card_event_kind, e.litres, e.forget_on, e.org_id, e.failed_attempt, e.unauthorised, e.anonymous
from wide_event e -- by equality, so that millions are joined by their hashes
left join numbered_container c on c.org_id = e.org_id
  and coalesce(c.container_id, uuid '00000000-0000-0000-0000-000000000000') = coalesce(e.container_id, uuid '00000000-0000-0000-0000-000000000000')
  and coalesce(c.container_group_id, uuid '00000000-0000-0000-0000-000000000000') = coalesce(e.container_group_id, uuid '00000000-0000-0000-0000-000000000000')
  and coalesce(c.waste_stream, '') = coalesce(e.waste_stream, '')
left join numbered_entrance n on n.org_id = e.org_id
  and coalesce(n.entrance_id, uuid '00000000-0000-0000-0000-000000000000') = coalesce(e.entrance_id, uuid '00000000-0000-0000-0000-000000000000')
  and coalesce(n.tower_block_id, uuid '00000000-0000-0000-0000-000000000000') = coalesce(e.tower_block_id, uuid '00000000-0000-0000-0000-000000000000')
  and coalesce(n.access_group_id, uuid '00000000-0000-0000-0000-000000000000') = coalesce(e.access_group_id, uuid '00000000-0000-0000-0000-000000000000')
  and coalesce(n.manager_id, uuid '00000000-0000-0000-0000-000000000000') = coalesce(e.manager_id, uuid '00000000-0000-0000-0000-000000000000');

drop table wide_event;

create view card_event with (security_invoker = true) as
select e.org_id, e.id, e.kind::text as kind, e.occurred_at,
  coalesce(e.device_at, case when e.event_number is not null then e.occurred_at end) as device_at, e.received_at,
  e.device_at is not null as clock_corrected, e.boot_number, e.event_number, e.list_version, i.serial_number, i.reason, i.actor,
  c.container_id, c.container_group_id, c.waste_stream, i.card_id, i.apartment_id, n.entrance_id, n.tower_block_id,
  n.access_group_id, n.manager_id, e.litres, e.failed_attempt, e.unauthorised, e.tx_id,
  e.anonymous or (e.forget_on is not null and i.event_id is null) as anonymous, i.forget_on,
  i.occurred_at as who_occurred_at, -- the same moment, where it is known who: by it an index finds who did something in a period
  e.entrance_number -- by which an index finds what happened behind an entrance
from stored_event e
left join event_identity i on i.forget_on = e.forget_on and i.event_id = e.id
  -- Both follow; they let a plan begin with either table. So does the org below.
  and i.org_id = e.org_id and i.occurred_at = e.occurred_at
left join numbered_container c on c.number = e.container_number and c.org_id = e.org_id
left join numbered_entrance n on n.number = e.entrance_number and n.org_id = e.org_id;

grant select, insert on stored_event to noa_app;
grant select on card_event, numbered_container, numbered_entrance to noa_app;

-- Numbers of the entrances that the managers of a scope look after.
create function scope_managed_entrance_numbers() returns integer[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select case when scope_managers() = '{}' then '{}'::integer[]
    else array(select n.number from entrance e join numbered_entrance n on n.org_id = e.org_id and n.entrance_id = e.id
      where e.manager_id = any (scope_managers())) end
$$;
-- Asked of each event that is stored, whose number may have been given by the same statement: hence volatile.
create function is_entrance_in_scope(asked integer) returns boolean language sql volatile security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from numbered_entrance n where n.number = asked and n.entrance_id = any (scope_entrances()))
$$;

call protect('stored_event', 'entrance_number = any ((select scope_managed_entrance_numbers())::integer[])
  or id = any ((select scope_events())::bigint[])');
-- What the console did to a card that nobody holds has no entrance to be in scope by, and what it did to a resident's own one is
-- theirs by what is written beside it.
create policy beside_scope on stored_event for insert with check (container_number is null
  and (org_id = any ((select scope_managed_orgs())::uuid[])
    or is_entrance_in_scope(entrance_number)));
-- Ids alone, of those who may be told of some events of the org.
call protect('numbered_container', 'org_id = any ((select scope_named_orgs())::uuid[])');
call protect('numbered_entrance', 'org_id = any ((select scope_named_orgs())::uuid[])');

revoke execute on function container_number_of(uuid, uuid, uuid, text), entrance_number_of(uuid, uuid, uuid, uuid, uuid),
  scope_managed_entrance_numbers(), is_entrance_in_scope(integer) from public;
grant execute on function container_number_of(uuid, uuid, uuid, text), entrance_number_of(uuid, uuid, uuid, uuid, uuid),
  scope_managed_entrance_numbers(), is_entrance_in_scope(integer) to noa_app;
