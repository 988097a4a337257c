-- A restore (pg_dump, pg_restore) and maintenance (REINDEX, ANALYZE, from PostgreSQL 17 on) run with an empty search_path: what
-- they call has to name the schemas of what it calls. gis_node was lost by this: its match_key calls place_key, which called
-- fold. A test asks it of every function from here on (restorable.test.ts).

create or replace function place_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(
    trim(regexp_replace(
      public.fold(regexp_replace(lower(value), '(?<=[[:alpha:]])î(?=[[:alpha:]])', 'â', 'g')), '[^[:alnum:]]+', ' ', 'g')),
    '^(judetul|judet|jud|municipiul|mun|orasul|oras|or|comuna|com|satul|sat|localitatea|loc) (?=.)', ''),
    '^sectorul ', 'sector ')
$$;

alter function give_settings() set search_path = pg_catalog, public, pg_temp;
alter function refuse_change() set search_path = pg_catalog, public, pg_temp;
alter function refuse_audit_change() set search_path = pg_catalog, public, pg_temp;
