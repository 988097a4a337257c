-- Who reaches all orgs is told, too, what is kept under a number; to them the one before gave nothing, as they name no org.
create or replace function find_events_by_number(orgs uuid[], containers uuid[], boots integer[], numbers integer[])
returns table (place bigint, org_id uuid, occurred_at timestamptz, id bigint) language sql stable rows 100 security definer
set search_path = pg_catalog, public, pg_temp as $$
  select i.place, e.org_id, e.occurred_at, e.id
  from unnest(orgs, containers, boots, numbers) with ordinality i (org_id, container_id, boot_number, event_number, place)
  join numbered_container n on n.org_id = i.org_id and n.container_id = i.container_id
  join stored_event e on e.container_number = n.number and e.boot_number = i.boot_number and e.event_number = i.event_number
    and e.event_number >> 4 = i.event_number >> 4 -- a past month finds it among sixteen
  where scope_all() or i.org_id = any (scope_named_orgs())
$$;

-- Months that were indexed anew before: an entrance's events are found with their org, beside which PostgreSQL looked through all of the org's month.
do $$
declare
  past record;
begin
  for past in
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as month
    from pg_catalog.pg_inherits h join pg_catalog.pg_index i on i.indrelid = h.inhrelid
    where h.inhparent = 'public.stored_event'::regclass and i.indnatts = 1 and i.indexrelid::regclass::text like '%\_of\_entrance'
  loop
    execute format('drop index %s', past.name);
    execute format('create index %I on %s (entrance_number, org_id) with (fillfactor = 100)', split_part(past.month, '.', -1) || '_of_entrance', past.month);
  end loop;
end $$;
