-- The status of each container in one row, kept up by whatever changes it, so that a hundred thousand of them can be filtered
-- and counted; and word of each change to whoever watches.

-- What somebody wrote beside an update that they made themselves.
alter table status_update add column note text check (char_length(note) <= 500);
create index on status_update (org_id, container_id, occurred_at, id);

-- Whether a moment is too long ago depends on now, and is for the reader to say: kept are the moments themselves.
create table container_status_summary (
  org_id uuid not null,
  container_id uuid not null,
  heard_at timestamptz, -- when the lock was last heard from, whatever it had to tell; null: never
  -- The newest of the readings in container_status that have the level; null: none has.
  error_at timestamptz,
  warning_at timestamptz,
  info_at timestamptz,
  ok_at timestamptz,
  primary key (org_id, container_id),
  foreign key (org_id, container_id) references container (org_id, id) on delete cascade
);
create index on container_status_summary (org_id, heard_at);
create index on container_status_summary (org_id, error_at) where error_at is not null;
create index on container_status_summary (org_id, warning_at) where warning_at is not null;

-- Whoever writes a reading has locked the summary before (noteHeard), or the last of two writers would not see the other's.
create function summarise_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into container_status_summary (org_id, container_id, error_at, warning_at, info_at, ok_at)
  select org_id, container_id,
    max(occurred_at) filter (where level = 'error'), max(occurred_at) filter (where level = 'warning'),
    max(occurred_at) filter (where level = 'info'), max(occurred_at) filter (where level = 'ok')
  from container_status where (org_id, container_id) in (select org_id, container_id from written)
  group by 1, 2 order by 1, 2
  on conflict (org_id, container_id) do update set error_at = excluded.error_at, warning_at = excluded.warning_at,
    info_at = excluded.info_at, ok_at = excluded.ok_at;
  return null;
end $$;
create trigger summarise_new after insert on container_status
  referencing new table as written for each statement execute function summarise_status();
create trigger summarise_again after update on container_status
  referencing new table as written for each statement execute function summarise_status();

-- Told at the commit, once for each container however often a transaction wrote it. A notification holds 8,000 bytes.
create function tell_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('container_status', string_agg(container_id::text, ',' order by container_id))
  from (select container_id, (row_number() over (order by container_id) - 1) / 200 as part from written) w
  group by part order by part;
  return null;
end $$;
create trigger tell_new after insert on container_status_summary
  referencing new table as written for each statement execute function tell_status();
create trigger tell_again after update on container_status_summary
  referencing new table as written for each statement execute function tell_status();

insert into container_status_summary (org_id, container_id, heard_at)
select org_id, container_id, max(heard_at) from (
  select org_id, container_id, heard_at from card_event_receipt
  union all
  select org_id, container_id, heard_at from status_update_receipt) heard
group by 1, 2;
update container_status set level = level;

grant select, insert, update on container_status_summary to noa_app;
call protect('container_status_summary', '(select scope_managers()) <> ''{}''
  and container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
