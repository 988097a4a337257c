-- What a lock said of its state under a number that is taken by something else. The first is kept as the update; this is
-- there to be seen.

-- By which the update that is kept under a number is found.
create index on status_update (org_id, container_id, boot_number, update_number) where update_number is not null;

create table status_update_set_aside (
  org_id uuid not null,
  id bigint generated always as identity,
  container_id uuid not null,
  boot_number integer not null,
  update_number bigint not null,
  kind text not null,
  level text, -- null: the lock sent none
  value text,
  device_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, container_id) references container (org_id, id) on delete cascade,
  -- Sent again, it is the same.
  unique nulls not distinct (org_id, container_id, boot_number, update_number, kind, level, value, device_at)
);
create index on status_update_set_aside (org_id, container_id, received_at, id);
grant select, insert on status_update_set_aside to noa_app;
call protect('status_update_set_aside', '(select scope_managers()) <> ''{}''
  and container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
