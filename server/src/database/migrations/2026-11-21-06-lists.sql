-- Every list by any of its sort fields: an index (org_id, key, id) for each, and a key beside the row where it was computed
-- from elsewhere (decision 9).

-- sort_key gives what it gave, in a third of the time: plain numbers and texts without digits or diacritics, which most
-- texts are, are spared the replacements. Functions name the schema of those they call: a restore knows no search path.
create function letter_key(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = char_length(value) then lower(value)
    else replace(replace(replace(replace(replace(
      lower(translate(value, 'ĂÂÎȘŞȚŢşţ', 'ăâîșșțțșț')),
      'ă', 'a{'), 'â', 'a|'), 'î', 'i{'), 'ș', 's{'), 'ț', 't{')
  end
$$;
create or replace function sort_key(value text) returns text language sql immutable parallel safe as $$
  select case
    when value is null then ''
    when translate(value, '0123456789', '') = value then public.letter_key(value)
    when translate(value, '0123456789', '') = '' and char_length(value) <= 10 then lpad(value, 10, '0')
    else regexp_replace(
      regexp_replace(public.letter_key(value), '(\d+)', '000000000\1', 'g'),
      '\d*(\d{10})', '\1', 'g')
  end
$$;

-- Adds a column to the rows and the past versions of a kind, and to the view over both. What history held before was written
-- without it and gets `past`.
create procedure add_version_column(kind text, name text, type text, definition text, past text) language plpgsql as $$
begin
  execute format('alter table %I add column %I %s %s', kind, name, type, definition);
  execute format('alter table %I add column %I %s', kind || '_history', name, type);
  execute format('update %I set %I = %s', kind || '_history', name, past);
  execute format(
    'create or replace view %I with (security_invoker = true) as select * from %I union all select * from %I',
    kind || '_version', kind, kind || '_history');
end $$;

-- The application's lists order by these as they are: row-level security lets no function into an index condition.
call add_version_column('apartment', 'occupier_name_key', 'text collate "C"',
  'not null generated always as (sort_key(occupier_name)) stored', 'sort_key(occupier_name)');
call add_version_column('apartment', 'occupier_first_name_key', 'text collate "C"',
  'not null generated always as (sort_key(occupier_first_name)) stored', 'sort_key(occupier_first_name)');
call add_version_column('apartment', 'occupier_id_number_key', 'text collate "C"',
  'not null generated always as (coalesce(occupier_id_number_mask, '''')) stored', 'coalesce(occupier_id_number_mask, '''')');
-- Where the past of an occupier is erased, the keys go with the names.
create function rekey_past_occupier() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.occupier_name_key := sort_key(new.occupier_name);
  new.occupier_first_name_key := sort_key(new.occupier_first_name);
  new.occupier_id_number_key := coalesce(new.occupier_id_number_mask, '');
  return new;
end $$;
create trigger rekey before update on apartment_history for each row execute function rekey_past_occupier();

call add_version_column('container', 'addr_street_key', 'text collate "C"',
  'not null generated always as (sort_key(addr_street)) stored', 'sort_key(addr_street)');
call add_version_column('container', 'addr_nr_key', 'text collate "C"',
  'not null generated always as (sort_key(addr_nr)) stored', 'sort_key(addr_nr)');
call add_version_column('container', 'addr_bl_key', 'text collate "C"',
  'not null generated always as (sort_key(addr_bl)) stored', 'sort_key(addr_bl)');

-- Sorts before every real id: entrances without a group or manager come first, ascending.
call add_version_column('entrance', 'access_group_key', 'uuid',
  'not null generated always as (coalesce(access_group_id, ''00000000-0000-0000-0000-000000000000'')) stored',
  'coalesce(access_group_id, ''00000000-0000-0000-0000-000000000000'')');
call add_version_column('entrance', 'manager_key', 'uuid',
  'not null generated always as (coalesce(manager_id, ''00000000-0000-0000-0000-000000000000'')) stored',
  'coalesce(manager_id, ''00000000-0000-0000-0000-000000000000'')');

-- What an entrance says of its block, and a container of its status, is kept up by triggers and is no version of its own:
-- an update made by a trigger leaves the history of these two alone.
drop trigger keep_version on entrance;
drop trigger keep_version on container;

-- Block by block, by address and staircase: the order that people walk in.
call add_version_column('entrance', 'address_key', 'text collate "C"', 'not null default ''''', '''''');
-- Words of the block's address and the entrance's name, folded, for search.
call add_version_column('entrance', 'search', 'text collate "C"', 'not null default ''''', '''''');
-- As last reported, 0 to 100; -1 for a container that never reported, which so comes first, ascending.
call add_version_column('container', 'fill_level_key', 'double precision', 'not null default -1', '-1');

create function place_entrance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select t.addr_street_key || ' ' || t.addr_nr_key || ' ' || t.addr_bl_key || ' ' || t.id || ' ' || sort_key(new.addr_sc),
    t.search || ' ' || fold(new.addr_sc)
  into new.address_key, new.search
  from tower_block t where t.org_id = new.org_id and t.id = new.tower_block_id
  for share of t; -- an address changed meanwhile is waited for, and waits for us
  -- A block that does not exist is for the foreign key to refuse.
  new.address_key := coalesce(new.address_key, '');
  new.search := coalesce(new.search, '');
  return new;
end $$;
create trigger place before insert or update of tower_block_id, addr_sc on entrance
  for each row execute function place_entrance();

create function place_entrances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update entrance set addr_sc = addr_sc where org_id = new.org_id and tower_block_id = new.id;
  return null;
end $$;
create trigger place_entrances after update on tower_block for each row
  when ((old.search, old.addr_street_key, old.addr_nr_key, old.addr_bl_key)
    is distinct from (new.search, new.addr_street_key, new.addr_nr_key, new.addr_bl_key))
  execute function place_entrances();

-- In the order of ids, so that two batches of reports never wait for each other in turns.
create function note_fill_levels() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from container
    where (org_id, id) in (select org_id, container_id from written where kind = 'fill_level_pct')
    order by id for no key update;
  update container c set fill_level_key = w.value::double precision
  from written w
  where c.org_id = w.org_id and c.id = w.container_id and w.kind = 'fill_level_pct'
    and w.value ~ '^\d+(\.\d+)?$' and c.fill_level_key <> w.value::double precision;
  return null;
end $$;
create trigger note_fill_levels_new after insert on container_status
  referencing new table as written for each statement execute function note_fill_levels();
create trigger note_fill_levels_again after update on container_status
  referencing new table as written for each statement execute function note_fill_levels();

update entrance set addr_sc = addr_sc;
update entrance_history h set search = t.search || ' ' || fold(h.addr_sc),
  address_key = t.addr_street_key || ' ' || t.addr_nr_key || ' ' || t.addr_bl_key || ' ' || t.id || ' ' || h.addr_sc_key
from tower_block t where t.org_id = h.org_id and t.id = h.tower_block_id;
update container c set fill_level_key = s.value::double precision
from container_status s
where s.org_id = c.org_id and s.container_id = c.id and s.kind = 'fill_level_pct' and s.value ~ '^\d+(\.\d+)?$';

create trigger keep_version before update or delete on entrance
  for each row when (pg_trigger_depth() = 0) execute function keep_version();
create trigger keep_version before update or delete on container
  for each row when (pg_trigger_depth() = 0) execute function keep_version();

create index on tower_block (org_id, addr_street_key, addr_nr_key, addr_bl_key, id);
create index on entrance (org_id, address_key, id);
create index on entrance (org_id, access_group_key, id);
create index on entrance (org_id, manager_key, id);
create index on container_group (org_id, row_id, id);
create index on container_group (org_id, access_mode, id);
create index on container_group (org_id, addr_street_key, id);
create index on container_group (org_id, addr_nr_key, id);
create index on container_group (org_id, addr_bl_key, id);
create index on container (org_id, row_id, id);
create index on container (org_id, waste_stream, id);
create index on container (org_id, access_mode, id);
create index on container (org_id, size_litres, id);
create index on container (org_id, volume_control_litres, id);
create index on container (org_id, fill_level_key, id);
create index on container (org_id, addr_street_key, id);
create index on container (org_id, addr_nr_key, id);
create index on container (org_id, addr_bl_key, id);
create index on apartment (org_id, row_id, id);
create index on apartment (org_id, addr_ap_key, id);
create index on apartment (org_id, occupier_kind, id);
create index on apartment (org_id, occupier_name_key, id);
create index on apartment (org_id, occupier_first_name_key, id);
create index on apartment (org_id, occupier_id_number_key, id);
create index on apartment_card (org_id, row_id, id);
create index on apartment_card (org_id, valid_from, id);
create index on apartment_card (org_id, active, id);
create index on apartment_card (org_id, created_at, id);
create index on gis_node (kind, id);
create index on gis_node (valid_from, id);
-- By serial in hexadecimal, beside the code that is printed.
create index on card (org_id, serial_number, id);

-- The owners of the apartments that the scope's orgs serve; one look into the index for each.
create function scope_served_orgs() returns uuid[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    select owner.org_id from unnest(scope_orgs()) as serving (id) cross join lateral (
      with recursive walk (org_id) as (
        (select org_id from apartment_org where serving_org_id = serving.id order by org_id limit 1)
        union all
        select (select a.org_id from apartment_org a
          where a.serving_org_id = serving.id and a.org_id > walk.org_id order by a.org_id limit 1)
        from walk where walk.org_id is not null)
      select org_id from walk where org_id is not null) owner)
$$;
