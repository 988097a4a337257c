-- The town's map as it was uploaded (decision 82): one PMTiles file of the installation, in parts, so that every server has it and backups
-- take it along. Servers keep a copy of the one in use on their own disk; of the parts of others nothing is served.

create table map_file (
  id uuid primary key default new_id(),
  name text not null check (char_length(name) between 1 and 200), -- as it was called where it came from
  bytes integer not null check (bytes > 0),
  state text not null default 'coming' check (state in ('coming', 'checking', 'used')),
  started_at timestamptz not null default now(),
  uploaded_by text not null default actor(),
  used_since timestamptz,
  digest text check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the whole file
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  min_zoom smallint,
  max_zoom smallint,
  check (num_nonnulls(used_since, digest, west, south, east, north, min_zoom, max_zoom) = case state when 'used' then 8 else 0 end)
);
create unique index map_file_one_used on map_file (state) where state = 'used';

create table map_file_part (
  file_id uuid not null references map_file on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null,
  primary key (file_id, number)
);
-- Tiles are compressed already, and parts of it are read.
alter table map_file_part alter column content set storage external;

alter table map_file enable row level security;
create policy everything on map_file using ((select scope_all()));
alter table map_file_part enable row level security;
create policy everything on map_file_part using ((select scope_all()));
grant select, insert, update, delete on map_file, map_file_part to noa_app;
