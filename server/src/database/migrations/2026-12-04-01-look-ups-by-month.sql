-- By what events are looked up is each month's own (decision 98): a month in which hardly anything comes any more is looked up by smaller
-- indexes, which a server makes beside those who read and write (`past-months.ts`).

-- A month begins with these: a lock's event is found at once, as one that comes again is asked for as it comes, and a page of an entrance's.
create function add_look_ups(partition text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('create index %I on public.%I (container_number, boot_number, event_number)', partition || '_by_event', partition);
  execute format('create index %I on public.%I (entrance_number, occurred_at)', partition || '_by_entrance', partition);
end $$;
revoke execute on function add_look_ups(text) from public;

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
      if parent = 'stored_event' then
        perform add_look_ups(partition);
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, partition,
        first_day::timestamp at time zone 'UTC', (first_day + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end if;
end $$;

-- The months that there are: what they had of their parent goes, which takes it from all of them.
do $$
declare
  look_up record;
  partition record;
begin
  for look_up in select indexrelid::regclass as name from pg_index where indrelid = 'stored_event'::regclass
    and pg_get_indexdef(indexrelid) ~ '\((container_number, boot_number, event_number|entrance_number, occurred_at)\)$'
  loop
    execute format('drop index %s', look_up.name);
  end loop;
  for partition in select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'stored_event'::regclass
  loop
    perform add_look_ups(partition.name);
  end loop;
end $$;

-- From when on no event of an org has gone, forgotten or moved outside: what is not here was never said.
create function events_in_database_from(in_org uuid) returns timestamptz language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select greatest('-infinity', (select kept_from from event_forgetting where org_id = in_org),
    (select (max(month) + interval '1 month') at time zone 'UTC' from cold_file where org_id = in_org))
$$;
revoke execute on function events_in_database_from(uuid) from public;
grant execute on function events_in_database_from(uuid) to noa_app;

-- Where the events of these numbers lie, by the places of what is given. It tells keys alone, of orgs in scope: what an event says, row-level security lets
-- its reader know. That would not let an expression find it.
create function find_events_by_number(orgs uuid[], containers uuid[], boots integer[], numbers integer[])
returns table (place bigint, org_id uuid, occurred_at timestamptz, id bigint) language sql stable rows 100 security definer
set search_path = pg_catalog, public, pg_temp as $$
  select i.place, e.org_id, e.occurred_at, e.id
  from unnest(orgs, containers, boots, numbers) with ordinality i (org_id, container_id, boot_number, event_number, place)
  join numbered_container n on n.org_id = i.org_id and n.container_id = i.container_id
  join stored_event e on e.container_number = n.number and e.boot_number = i.boot_number and e.event_number = i.event_number
    and e.event_number >> 4 = i.event_number >> 4 -- a past month finds it among sixteen
  where i.org_id = any (scope_named_orgs())
$$;
revoke execute on function find_events_by_number(uuid[], uuid[], integer[], integer[]) from public;
grant execute on function find_events_by_number(uuid[], uuid[], integer[], integer[]) to noa_app;
