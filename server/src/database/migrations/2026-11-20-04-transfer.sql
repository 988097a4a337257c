-- Imports: the file, what was made of it, and how far it got. Reports that were run and kept.

create table import_job (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  kind text not null check (kind in ('buildings')),
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'applying', 'applied', 'cancelled', 'failed')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  content bytea, -- encrypted, as it may hold names and ID numbers; null once nothing more will be read from it
  format jsonb not null, -- encoding, separator, sheets, sheet, header, preview, rows
  mapping jsonb not null, -- target field to header: guessed first, then as told
  counts jsonb, -- of the dry run; once applied, of what was done
  timings jsonb, -- of the run that applied it
  failure text, -- a locale key
  created_by text not null default actor(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id),
  unique (id)
);
create index on import_job (org_id, created_at desc, id);

create table import_problem (
  org_id uuid not null,
  job_id uuid not null,
  position integer not null, -- 1 is the first problem found
  row_number integer not null, -- as a person counts in the file, the header being row 1
  field text,
  value text,
  reason text not null, -- a locale key
  other_row integer, -- the row it clashes with
  primary key (org_id, job_id, position),
  foreign key (org_id, job_id) references import_job (org_id, id) on delete cascade
);

-- Which column means what, remembered for the next file with the same header.
create table import_mapping (
  org_id uuid not null references org (id),
  kind text not null,
  header_hash text not null,
  mapping jsonb not null,
  primary key (org_id, kind, header_hash)
);

grant select, insert, update on import_job to noa_app;
grant select, insert, delete on import_problem to noa_app;
grant select, insert, update on import_mapping to noa_app;
