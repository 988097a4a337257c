-- Files of any kind whose declaration says what it takes (decision 54), and what the application needs for one engine to import them:
-- tables of a run by the columns that it names, rows that can be taken out of them again, and whether unknown names become records.
alter table import_job drop constraint import_job_kind_check;
alter table import_job add constraint import_job_kind_check
  check (kind in ('buildings', 'siruta', 'managers', 'accessGroups', 'containerGroups', 'containers', 'cards'));
alter table import_job
  add column create_missing boolean not null default false; -- names that the file refers to and nobody has become records

-- A table of a run, for the columns that the application names; it goes with the transaction as the others do.
create function create_staged_table(in_table text, in_columns text[], in_types text[]) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set client_min_messages = warning as $$
begin
  if in_table !~ '^(staged|planned_[a-z_]{1,40})$'
    or exists (select from unnest(in_types) t
      where t is null or t not in ('text', 'integer', 'bigint', 'double precision', 'boolean', 'uuid', 'bytea')) then
    raise exception 'no staging table % of %', in_table, in_types;
  end if;
  execute format('create temp table %I (%s) on commit drop', in_table,
    (select string_agg(format('%I %s', c, t), ', ' order by n)
      from unnest(in_columns, in_types) with ordinality as u (c, t, n)));
  execute format('grant select, insert, update, delete on pg_temp.%I to noa_app', in_table);
end $$;

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
      position bigint, entrance_id uuid, id uuid, addr_ap text, id_number_cipher bytea, id_number_hash bytea,
      id_number_mask text, change text
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

create or replace function settle_staging(in_table text, in_columns text[]) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if in_table !~ '^(staged|planned_[a-z_]{1,40})$' then
    raise exception 'no staging table %', in_table;
  end if;
  if in_columns <> '{}' then
    execute format('create index if not exists %I on pg_temp.%I (%s)', in_table || '_settled', in_table,
      (select string_agg(quote_ident(c), ', ' order by n) from unnest(in_columns) with ordinality as u (c, n)));
  end if;
  execute format('analyze pg_temp.%I', in_table);
end $$;

revoke execute on function create_staged_table(text, text[], text[]) from public;
grant execute on function create_staged_table(text, text[], text[]) to noa_app;
