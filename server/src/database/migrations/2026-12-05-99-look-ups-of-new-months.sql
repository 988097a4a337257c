-- Events of a lock are found among sixteen in months that begin from now on as well, as in past ones (decision 98): 32 bytes less an event, and less
-- to write. Which of them have arrived is known without the events. An entrance's keep their time until the month is past: a page of the newest
-- is asked for each time that who looks after entrances opens the list.
create or replace function add_look_ups(partition text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('create index %I on public.%I (container_number, (event_number >> 4))', partition || '_by_container', partition);
  execute format('create index %I on public.%I (entrance_number, occurred_at)', partition || '_by_entrance', partition);
end $$;
