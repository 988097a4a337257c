-- What a list's addresses are in the registry (decision 56): found by the dry run, decided by a person, kept for applying. Addresses
-- that the registry has letter by letter are none of them.
create table import_match (
  org_id uuid not null,
  job_id uuid not null references import_job (id) on delete cascade,
  block_key text collate "C" not null, -- of the list, as it is staged
  row_number integer not null, -- the first of the file that has the address
  county text not null,
  locality text not null,
  addr_street text not null,
  addr_nr text not null,
  addr_bl text not null,
  outcome text not null check (outcome in ('same', 'probably', 'new')),
  reason text not null,
  score double precision not null check (score between 0 and 1),
  tower_block_id uuid, -- what is meant, or comes next
  decision text check (decision in ('accepted', 'refused')),
  check ((outcome = 'new') = (tower_block_id is null)),
  check (decision is null or tower_block_id is not null),
  primary key (job_id, block_key)
);
create unique index on import_match (job_id, row_number, block_key);

grant select, insert, update, delete on import_match to noa_app;
call protect('import_match', 'false');
