-- An org that joins no access group to a container group has nothing on its locks' lists, and none of them to settle: a town that brings in
-- its apartments and cards before its platforms waited for each card to be looked up.
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
    -- Statements of their own: they must see what was committed while this one waited. Whoever joins the org's first groups later, waits
    -- for the lock, and sees what we did.
    continue when not exists (select from access_group_container_group j where j.org_id = org)
      and not exists (select from card_grant g where g.org_id = org);
    cards := marked_cards(org, marks);
    if cardinality(cards) > many then
      execute 'discard plans';
    end if;
    perform write_grants(org, cards, marked_groups(org, marks));
  end loop;
  return null;
end $$;
