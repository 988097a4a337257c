-- Foundation: the application's role, ids, text folding, sort keys, versioned rows; then every registry kind.

-- The application connects as noa_app, which owns nothing and cannot bypass row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'noa_app') then
    create role noa_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database of the same cluster was faster
end $$;

do $$
begin
  if not pg_has_role(current_user, 'noa_app', 'member') then
    execute format('grant noa_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to noa_app;

-- UUID version 7 (RFC 9562): time-ordered, so that new keys land at the end of an index. PostgreSQL has its own from 18 on.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- What search compares: lower case, no diacritics, cedilla and comma-below alike. "Ștefan", "Ştefan" and "stefan" are one.
create function fold(value text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(value,
    'ĂÂÎȘŞȚŢăâîșşțţÁÀÄÉÈËÍÌÏÓÒÖŐÚÙÜŰáàäéèëíìïóòöőúùüű',
    'aaissttaaissttaaaeeeiiioooouuuuaaaeeeiiioooouuuu'))
$$;

-- Romanian dictionary order (a ă â … i î … s ș t ț) and natural order of numbers (2 before 10), as text that sorts by bytes.
create function sort_key(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    regexp_replace(
      replace(replace(replace(replace(replace(
        lower(translate(coalesce(value, ''), 'ĂÂÎȘŞȚŢşţ', 'ăâîșșțțșț')),
        'ă', 'a{'), 'â', 'a|'), 'î', 'i{'), 'ș', 's{'), 'ț', 't{'),
      '(\d+)', '000000000\1', 'g'),
    '\d*(\d{10})', '\1', 'g')
$$;

-- Who acts, set for each transaction. A write without one is refused by the not null of updated_by.
create function actor() returns text language sql stable parallel safe as $$
  select nullif(current_setting('noa.actor', true), '')
$$;

-- The transaction's moment in whole milliseconds, which is what the API's times can carry: asking for the state as of the
-- `validFrom` of a version gives that version.
create function moment() returns timestamptz language sql stable parallel safe as $$
  select date_trunc('milliseconds', now())
$$;

-- The number of each version of any record, drawn at each write (domain.md, "Every registry record").
create sequence row_id as bigint;
grant usage on sequence row_id to noa_app;

-- What deleting leaves beside the last version: who closed the record, and when.
create table deletion (
  org_id uuid,
  kind text not null,
  id text not null,
  row_id bigint not null,
  deleted_at timestamptz not null,
  deleted_by text not null,
  primary key (kind, id, row_id)
);

-- Every write makes a version: the old one moves to <kind>_history, closed at the moment the new one begins. The moment is
-- the transaction's, pushed on by a millisecond when a row was changed by a transaction that began later: validities of
-- one record never overlap and never run backwards.
create function keep_version() returns trigger language plpgsql as $$
declare
  at timestamptz := greatest(moment(), old.valid_from + interval '1 millisecond');
begin
  old.valid_to := at;
  execute format('insert into %I select ($1).*', tg_table_name || '_history') using old;
  if tg_op = 'DELETE' then
    insert into deletion (org_id, kind, id, row_id, deleted_at, deleted_by)
    values (old.org_id, tg_table_name, old.id::text, old.row_id, at, actor());
    return old;
  end if;
  new.row_id := nextval('row_id');
  new.valid_from := at;
  new.updated_by := actor();
  return new;
end $$;

-- Gives a table its history, its view over all versions (<kind>_version) and its trigger.
create procedure make_versioned(kind text) language plpgsql as $$
begin
  execute format('create table %I (like %I)', kind || '_history', kind);
  execute format('alter table %I add primary key (id, row_id)', kind || '_history');
  execute format('create index on %I (valid_to, valid_from)', kind || '_history');
  execute format(
    'create view %I with (security_invoker = true) as select * from %I union all select * from %I',
    kind || '_version', kind, kind || '_history');
  execute format(
    'create trigger keep_version before update or delete on %I for each row execute function keep_version()', kind);
  execute format('grant select, insert, update, delete on %I to noa_app', kind);
  execute format('grant select, insert on %I to noa_app', kind || '_history');
  execute format('grant select on %I to noa_app', kind || '_version');
end $$;

create table org (
  id uuid primary key default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  org_id uuid not null generated always as (id) stored,
  name text not null check (char_length(name) between 1 and 120),
  addr text not null default '' check (char_length(addr) <= 200),
  enabled boolean not null default true,
  time_zone text not null default 'Europe/Bucharest',
  name_key text collate "C" not null generated always as (sort_key(name)) stored,
  constraint org_name_taken unique (name_key)
);
call make_versioned('org');

create table gis_node (
  id text primary key check (char_length(id) between 1 and 80),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  org_id uuid check (org_id is null), -- the address tree belongs to no org: all share it
  kind text not null check (kind in ('county', 'uat', 'loc', 'artery')),
  name text not null check (char_length(name) between 1 and 120),
  parent_id text references gis_node (id),
  siruta integer,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  name_key text collate "C" not null generated always as (sort_key(name)) stored,
  check ((kind = 'county') = (parent_id is null))
);
create index on gis_node (parent_id, name_key, id);
call make_versioned('gis_node');

create table manager (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  name text not null check (char_length(name) between 1 and 120),
  name_key text collate "C" not null generated always as (sort_key(name)) stored,
  primary key (org_id, id),
  unique (id),
  constraint manager_name_taken unique (org_id, name_key)
);
call make_versioned('manager');

create table tower_block (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  source_ref text check (char_length(source_ref) between 1 and 80), -- the building's id in the list it was imported from
  county text not null default '' check (char_length(county) <= 60),
  locality text not null default '' check (char_length(locality) <= 120),
  gis_node_id text references gis_node (id),
  addr_street text not null check (char_length(addr_street) <= 120),
  addr_nr text not null default '' check (char_length(addr_nr) <= 120),
  addr_bl text not null default '' check (char_length(addr_bl) <= 60),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  addr_street_key text collate "C" not null generated always as (sort_key(addr_street)) stored,
  addr_nr_key text collate "C" not null generated always as (sort_key(addr_nr)) stored,
  addr_bl_key text collate "C" not null generated always as (sort_key(addr_bl)) stored,
  search text collate "C" not null generated always as
    (fold(addr_street || ' ' || addr_nr || ' ' || addr_bl || ' ' || locality)) stored,
  primary key (org_id, id),
  unique (id),
  constraint tower_block_source_ref_taken unique (org_id, source_ref),
  check ((lat is null) = (lng is null))
);
create index on tower_block (org_id, addr_street_key, id);
create index on tower_block (org_id, addr_nr_key, id);
create index on tower_block (org_id, addr_bl_key, id);
create index on tower_block (org_id, valid_from, id);
create index on tower_block (org_id, row_id, id);
call make_versioned('tower_block');

create table access_group (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  name text not null check (char_length(name) between 1 and 120),
  access_mode text not null default 'controlled' check (access_mode in ('controlled', 'open')),
  name_key text collate "C" not null generated always as (sort_key(name)) stored,
  primary key (org_id, id),
  unique (id),
  constraint access_group_name_taken unique (org_id, name_key)
);
create index on access_group (org_id, valid_from, id);
call make_versioned('access_group');

create table entrance (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  tower_block_id uuid not null,
  addr_sc text not null check (char_length(addr_sc) between 1 and 20),
  access_group_id uuid,
  manager_id uuid,
  addr_sc_key text collate "C" not null generated always as (sort_key(addr_sc)) stored,
  primary key (org_id, id),
  unique (id),
  constraint entrance_addr_sc_taken unique (org_id, tower_block_id, addr_sc_key),
  foreign key (org_id, tower_block_id) references tower_block (org_id, id),
  foreign key (org_id, access_group_id) references access_group (org_id, id),
  foreign key (org_id, manager_id) references manager (org_id, id)
);
create index on entrance (org_id, addr_sc_key, id);
create index on entrance (org_id, valid_from, id);
create index on entrance (org_id, row_id, id);
create index on entrance (org_id, access_group_id, id);
create index on entrance (org_id, manager_id, id);
create index on entrance (manager_id);
call make_versioned('entrance');

create table apartment (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  entrance_id uuid not null,
  addr_ap text not null check (char_length(addr_ap) between 1 and 20),
  occupier_kind text not null default 'unknown'
    check (occupier_kind in ('business', 'domestic', 'unknown', 'unoccupied')),
  occupier_name text check (char_length(occupier_name) between 1 and 120),
  occupier_first_name text check (char_length(occupier_first_name) between 1 and 120),
  occupier_id_number_cipher bytea, -- AES-256-GCM; never the number itself
  occupier_id_number_hash bytea, -- keyed HMAC, for exact look-up
  occupier_id_number_mask text check (char_length(occupier_id_number_mask) <= 20),
  addr_ap_key text collate "C" not null generated always as (sort_key(addr_ap)) stored,
  primary key (org_id, id),
  unique (id),
  constraint apartment_addr_ap_taken unique (org_id, entrance_id, addr_ap_key),
  foreign key (org_id, entrance_id) references entrance (org_id, id)
);
create index on apartment (org_id, valid_from, id);
create index on apartment (org_id, occupier_id_number_hash) where occupier_id_number_hash is not null;
call make_versioned('apartment');

-- Further orgs that serve an apartment, and so may see it. org_id is the owner's, as everywhere.
create table apartment_org (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  apartment_id uuid not null,
  serving_org_id uuid not null references org (id),
  primary key (org_id, id),
  constraint apartment_org_taken unique (org_id, apartment_id, serving_org_id),
  foreign key (org_id, apartment_id) references apartment (org_id, id),
  check (serving_org_id <> org_id)
);
create index on apartment_org (serving_org_id, apartment_id);
call make_versioned('apartment_org');

create table container_group (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  item_number text not null check (char_length(item_number) between 1 and 40),
  name text not null default '' check (char_length(name) <= 120),
  access_mode text not null default 'controlled' check (access_mode in ('controlled', 'open')),
  gis_node_id text references gis_node (id),
  addr_street text not null default '' check (char_length(addr_street) <= 120),
  addr_nr text not null default '' check (char_length(addr_nr) <= 40),
  addr_bl text not null default '' check (char_length(addr_bl) <= 60),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  item_number_key text collate "C" not null generated always as (sort_key(item_number)) stored,
  addr_street_key text collate "C" not null generated always as (sort_key(addr_street)) stored,
  addr_nr_key text collate "C" not null generated always as (sort_key(addr_nr)) stored,
  addr_bl_key text collate "C" not null generated always as (sort_key(addr_bl)) stored,
  search text collate "C" not null generated always as
    (fold(item_number || ' ' || name || ' ' || addr_street || ' ' || addr_nr || ' ' || addr_bl)) stored,
  primary key (org_id, id),
  unique (id),
  constraint container_group_item_number_taken unique (org_id, item_number_key),
  check ((lat is null) = (lng is null))
);
create index on container_group (org_id, valid_from, id);
call make_versioned('container_group');

-- Which container groups the residents behind an access group's entrances may use.
create table access_group_container_group (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  access_group_id uuid not null,
  container_group_id uuid not null,
  primary key (org_id, id),
  constraint access_group_container_group_taken unique (org_id, access_group_id, container_group_id),
  foreign key (org_id, access_group_id) references access_group (org_id, id),
  foreign key (org_id, container_group_id) references container_group (org_id, id)
);
create index on access_group_container_group (org_id, container_group_id, access_group_id);
call make_versioned('access_group_container_group');

create table container (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  container_group_id uuid not null,
  serial_number text not null check (char_length(serial_number) between 1 and 40),
  waste_stream text not null
    check (waste_stream in ('biodegradable', 'glass', 'paper_cardboard', 'plastic_metal', 'residual')),
  access_mode text not null default 'controlled' check (access_mode in ('controlled', 'open')),
  size_litres integer not null check (size_litres between 60 and 10000),
  volume_control_litres integer not null check (volume_control_litres between 1 and 1000),
  card_capacity integer not null default 10000 check (card_capacity between 1 and 1000000),
  addr_street text not null default '' check (char_length(addr_street) <= 120),
  addr_nr text not null default '' check (char_length(addr_nr) <= 40),
  addr_bl text not null default '' check (char_length(addr_bl) <= 60),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  serial_number_key text collate "C" not null generated always as (sort_key(serial_number)) stored,
  search text collate "C" not null generated always as
    (fold(serial_number || ' ' || addr_street || ' ' || addr_nr || ' ' || addr_bl)) stored,
  primary key (org_id, id),
  unique (id),
  constraint container_serial_number_taken unique (org_id, serial_number_key),
  foreign key (org_id, container_group_id) references container_group (org_id, id),
  check ((lat is null) = (lng is null))
);
create index on container (org_id, container_group_id);
create index on container (org_id, valid_from, id);
call make_versioned('container');

create table card (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  kind text not null check (kind in ('physical', 'virtual')),
  status text not null default 'normal' check (status in ('normal', 'blocked', 'erased')),
  serial_number text collate "C" not null check (serial_number ~ '^([0-9A-F]{2}){4,10}$'),
  display_serial_number text collate "C" not null check (display_serial_number ~ '^[A-RTUW-Z2-9]{7,16}$'),
  primary key (org_id, id),
  unique (id)
);
-- One live card per serial, in all orgs together; an erased card frees its serial (domain.md, "Cards and codes").
create unique index card_serial_number_taken on card (serial_number) where status <> 'erased';
create index on card (org_id, display_serial_number, id);
create index on card (org_id, valid_from, id);
create index on card (org_id, row_id, id);
create index on card (org_id, kind, id);
create index on card (org_id, status, id);
call make_versioned('card');

create table apartment_card (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  apartment_id uuid not null,
  card_id uuid not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (id),
  foreign key (org_id, apartment_id) references apartment (org_id, id),
  foreign key (org_id, card_id) references card (org_id, id)
);
create unique index apartment_card_active_taken on apartment_card (org_id, card_id) where active;
create index on apartment_card (org_id, apartment_id, active);
create index on apartment_card (org_id, card_id);
call make_versioned('apartment_card');

create table claim_code (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  apartment_id uuid not null,
  code text not null check (code ~ '^[A-RTUW-Z2-9]{8}$'),
  expires_at timestamptz not null,
  state text not null default 'live' check (state in ('live', 'redeemed', 'revoked', 'expired')),
  primary key (org_id, id),
  foreign key (org_id, apartment_id) references apartment (org_id, id)
);
create unique index claim_code_live_taken on claim_code (org_id, apartment_id) where state = 'live';
create unique index claim_code_code_taken on claim_code (code) where state = 'live';
call make_versioned('claim_code');

grant select, insert on deletion to noa_app;
