-- Settling a change of an entrance, a group or a container planned everything anew each time, twenty times as long as settling took:
-- plans are made anew now when what they read has doubled since this connection last did, and for each change that reaches many.
create or replace function settle_grants() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  many constant int := 100;
  marks grant_mark[];
  cards uuid[];
  org uuid;
  bytes constant bigint := pg_relation_size('apartment') + pg_relation_size('card') + pg_relation_size('apartment_card')
    + pg_relation_size('container') + pg_relation_size('container_group');
begin
  with taken as (delete from grant_mark where tx_id = pg_current_xact_id() returning grant_mark)
  select array_agg(taken.grant_mark) into marks from taken;
  if bytes > 2 * coalesce(nullif(current_setting('noa.settled_bytes', true), ''), '-1')::bigint then
    execute 'discard plans';
    perform set_config('noa.settled_bytes', bytes::text, false);
  elsif exists (select from unnest(marks) m where cardinality(m.ids) > many) then
    execute 'discard plans';
  end if;
  for org in select distinct m.org_id from unnest(marks) m where m.kind not in ('opening', 'closing') order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('noa.grants ' || org, 0));
    -- A statement of its own: it must see what was committed while this one waited.
    cards := marked_cards(org, marks);
    if cardinality(cards) > many then
      execute 'discard plans';
    end if;
    perform write_grants(org, cards, marked_groups(org, marks));
  end loop;
  return null;
end $$;
