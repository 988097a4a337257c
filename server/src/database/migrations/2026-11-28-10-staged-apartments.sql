-- By what apartments are told apart is worked out once for each staged row, and written down with each planned apartment: five
-- statements of an import compare by it.
create or replace function create_staging(in_kind text, in_columns text[]) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set client_min_messages = warning as $$
declare
  further text := (select string_agg(format('add column %I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ')
    from pg_attribute a
    where a.attrelid = 'public.apartment'::regclass and a.attname = any(in_columns) and a.attnum > 0 and not a.attisdropped);
begin
  create temp table found_problem (
    row_number integer, field text, value text, reason text, is_warning boolean default false, other_row integer
  ) on commit drop;
  grant select, insert, delete on pg_temp.found_problem to noa_app;
  case in_kind
  when 'buildings' then
    create temp table staged (
      row_number integer, source_ref text, county text, locality text, addr_street text, addr_nr text, addr_bl text,
      lat double precision, lng double precision, addr_sc text, first_ap integer, last_ap integer, addr_ap text,
      manager text, access_group text, id_number_cipher bytea, id_number_hash bytea, id_number_mask text,
      block_key text collate "C" not null generated always as (coalesce(source_ref, public.fold(
        coalesce(county, '') || chr(31) || coalesce(locality, '') || chr(31) || coalesce(addr_street, '') || chr(31)
        || coalesce(addr_nr, '') || chr(31) || coalesce(addr_bl, '')))) stored,
      addr_sc_key text collate "C" not null generated always as (public.sort_key(addr_sc)) stored,
      addr_ap_key text collate "C" not null generated always as (public.sort_key(addr_ap)) stored
    ) on commit drop;
    create temp table planned_tower_block (
      block_key text collate "C", row_number integer, source_ref text, matches bigint, id uuid, county text, locality text,
      gis_node_id text, addr_street text, addr_nr text, addr_bl text, lat double precision, lng double precision, change text
    ) on commit drop;
    create temp table planned_entrance (
      block_key text collate "C", addr_sc_key text collate "C", tower_block_id uuid, id uuid, addr_sc text, manager_id uuid,
      access_group_id uuid, change text
    ) on commit drop;
    create temp table planned_apartment (
      position bigint, entrance_id uuid, id uuid, addr_ap text, addr_ap_key text collate "C", id_number_cipher bytea,
      id_number_hash bytea, id_number_mask text, change text
    ) on commit drop;
    if further is not null then
      execute 'alter table pg_temp.staged ' || further;
      execute 'alter table pg_temp.planned_apartment ' || further;
    end if;
    grant select, insert, update, delete on pg_temp.staged, pg_temp.planned_tower_block, pg_temp.planned_entrance,
      pg_temp.planned_apartment to noa_app;
  when 'siruta' then
    create temp table staged (
      row_number integer, siruta integer, kind text, name text, official_name text, parent integer
    ) on commit drop;
    create temp table planned_gis_node (
      row_number integer, siruta integer, kind text, name text, official_name text, id text, parent_id text, change text
    ) on commit drop;
    grant select, insert, update, delete on pg_temp.staged, pg_temp.planned_gis_node to noa_app;
  when 'declared' then
    null; -- its tables are made by create_staged_table
  end case;
end $$;

-- Whole tables are joined by hashing whatever is known of them: a sample of 3,000 rows says enough, where 30,000 of two dozen columns
-- take longer to look at than most statements that go by them.
alter function settle_staging(text, text[]) set default_statistics_target = 10;
