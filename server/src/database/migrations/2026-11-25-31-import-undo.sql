-- What an import wrote, so that it can be undone as a whole (decision 55): the versions that it made, some thousands a row.
create table import_change (
  org_id uuid, -- null for the address tree
  job_id uuid not null references import_job (id) on delete cascade,
  position integer not null, -- in the order of writing
  kind text not null, -- the table
  change text not null check (change in ('create', 'update')),
  columns text[] not null, -- that an update wrote
  ids text[] not null,
  row_ids bigint[] not null, -- the version that it made of each
  primary key (job_id, position)
);
call protect('import_change', 'false');
grant select, insert, delete on import_change to noa_app;

alter table import_job drop constraint import_job_state_check;
alter table import_job add constraint import_job_state_check
  check (state in ('uploaded', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'cancelled', 'failed'));
alter table import_job
  add column undo_until timestamptz, -- from being applied on; null for what was applied before this was kept
  add column undo jsonb; -- how many records were removed, restored and kept, and which were kept
drop index import_job_running;
create index import_job_running on import_job (run_began_at) where state in ('checking', 'applying', 'undoing');
