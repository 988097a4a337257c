-- Where numbers of events stop and go on that lie in files, and when: what a lock failed to deliver happened between the two, and a report of a
-- month outside would call itself whole, and the one after it full of holes, without them.
create table cold_run (
  name text not null references cold_file (name) on delete cascade,
  org_id uuid not null,
  container_id uuid not null,
  boot_number integer not null,
  first integer not null, -- the numbers from here
  last integer not null, -- to here are all in the file
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (name, container_id, boot_number, first)
);
create index on cold_run (org_id, container_id, boot_number);
call protect('cold_run', 'false');
grant select on cold_run to noa_app;
