-- What was done to this database, so that a start can tell whether it is the one that this program made (decision 36). Written by
-- migrate.ts, for the owner alone.

-- Every migration that ran, in the order in which it did.
create table schema_migration (
  number integer primary key,
  name text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), -- of the file as it was when it ran
  program text not null, -- the version of Noa that ran it
  ran_at timestamptz not null default now()
);

-- What there was after the last of them: in one row, so that a list that came back in part is not taken for the whole.
create table schema_catalogue (
  is_only boolean primary key default true check (is_only),
  objects text[] not null
);
