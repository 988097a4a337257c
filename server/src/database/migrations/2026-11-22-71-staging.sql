-- The application may make no temporary objects. Those that an import reads its file into are made here, for the kind that is
-- asked for, by their owner; they go with the transaction, and nobody else sees them.
create function create_staging(in_kind text) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set client_min_messages = warning as $$
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
      manager text, access_group text, occupier_kind text, occupier_name text, occupier_first_name text,
      id_number_cipher bytea, id_number_hash bytea, id_number_mask text,
      block_key text collate "C" not null generated always as (coalesce(source_ref, public.fold(
        coalesce(county, '') || chr(31) || coalesce(locality, '') || chr(31) || coalesce(addr_street, '') || chr(31)
        || coalesce(addr_nr, '') || chr(31) || coalesce(addr_bl, '')))) stored,
      addr_sc_key text collate "C" not null generated always as (public.sort_key(addr_sc)) stored
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
      position bigint, entrance_id uuid, id uuid, addr_ap text, occupier_kind text, occupier_name text,
      occupier_first_name text, id_number_cipher bytea, id_number_hash bytea, id_number_mask text, change text
    ) on commit drop;
    grant select, insert, update on pg_temp.staged, pg_temp.planned_tower_block, pg_temp.planned_entrance,
      pg_temp.planned_apartment to noa_app;
  when 'siruta' then
    create temp table staged (
      row_number integer, siruta integer, kind text, name text, official_name text, parent integer
    ) on commit drop;
    create temp table planned_gis_node (
      row_number integer, siruta integer, kind text, name text, official_name text, id text, parent_id text, change text
    ) on commit drop;
    grant select, insert, update on pg_temp.staged, pg_temp.planned_gis_node to noa_app;
  end case;
end $$;

-- After such a table was filled: how its rows are found, and what PostgreSQL must know to plan with it.
create function settle_staging(in_table text, in_columns text[]) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if in_table not in ('staged', 'planned_tower_block', 'planned_entrance', 'planned_apartment', 'planned_gis_node') then
    raise exception 'no staging table %', in_table;
  end if;
  if in_columns <> '{}' then
    execute format('create index on pg_temp.%I (%s)', in_table,
      (select string_agg(quote_ident(c), ', ' order by n) from unnest(in_columns) with ordinality as u (c, n)));
  end if;
  execute format('analyze pg_temp.%I', in_table);
end $$;

revoke execute on function create_staging(text), settle_staging(text, text[]) from public;
grant execute on function create_staging(text), settle_staging(text, text[]) to noa_app;
