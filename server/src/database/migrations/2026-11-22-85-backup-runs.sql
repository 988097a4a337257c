-- Backups that were due (BACKUP_TO, BACKUP_AT), so that of several servers one makes each, and one that was missed is made up
-- for. For the owner alone.
create table backup_run (
  due_at timestamptz primary key,
  began_at timestamptz not null,
  ended_at timestamptz, -- null while it is made, and if its server ended before
  place text not null,
  name text, -- null unless it is whole
  failure text check (char_length(failure) <= 500) -- why it is not; null if it is
);
