-- Whose backups are whose, at a place that several databases share: each removes its own alone (decision 36). Backups take it along, so that a database that
-- is brought back goes on with those of before; who copies a database to make another of it, gives that one another id. For the owner alone.
create table database_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into database_identity default values;
