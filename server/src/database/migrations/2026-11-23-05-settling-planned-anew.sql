-- Lists are settled by plans that were made for what there is. From PostgreSQL 18 on a connection keeps the plans of SQL functions for
-- as long as it lives: made while a table was nearly empty, when one index is as good as another, they went through an org's cards for
-- each of its apartments, until statistics were taken. What stands for many records is planned anew; a few cards are not worth it.
create or replace function settle_grants() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  marks grant_mark[];
  org uuid;
begin
  with taken as (delete from grant_mark where tx_id = pg_current_xact_id() returning grant_mark)
  select array_agg(taken.grant_mark) into marks from taken;
  if exists (select from unnest(marks) m where m.kind <> 'card' or cardinality(m.ids) > 100) then
    execute 'discard plans';
  end if;
  for org in select distinct m.org_id from unnest(marks) m where m.kind not in ('opening', 'closing') order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('noa.grants ' || org, 0));
    -- A statement of its own: it must see what was committed while this one waited.
    perform write_grants(org, marked_cards(org, marks), marked_groups(org, marks));
  end loop;
  return null;
end $$;
