-- Bulk jobs: one change to many records, which records these are, and what became of each.

-- Who asks, where rows belong to a person and not only to an org; set by the transactions that need it.
create function scope_account() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('noa.account', true), '')::uuid
$$;

create table bulk_job (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  action text not null check (action in ('block_cards', 'unblock_cards', 'change_container_access_mode',
    'change_container_group_access_mode', 'change_access_group_access_mode', 'move_entrances_to_access_group',
    'move_entrances_to_manager')),
  action_values jsonb not null default '{}', -- what is written into the records
  reason text check (char_length(reason) <= 200),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  starter_id uuid not null references account (id),
  starter_roles text[] not null, -- of the token it was asked for with; where they reach is read anew at each step
  created_by text not null default actor(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  total integer not null check (total between 0 and 100000),
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  done integer not null generated always as (changed + unchanged + refused) stored,
  failed_steps smallint not null default 0, -- in a row
  run_after timestamptz not null default now(), -- jobs take turns by it, and a failed step waits
  failure text, -- a locale key
  primary key (org_id, id),
  unique (id),
  check (changed + unchanged + refused <= total),
  check ((finished_at is not null) = (state in ('done', 'cancelled', 'failed')))
);
create index on bulk_job (run_after) where state in ('queued', 'running');
create index on bulk_job (org_id, created_at desc, id);
create index on bulk_job (starter_id, created_at desc, id);

create table bulk_item (
  org_id uuid not null,
  job_id uuid not null,
  position integer not null, -- from 1, in the order in which they are worked on
  record_id text not null, -- as it was asked for: it may name nothing
  row_id bigint not null, -- the version that was to be changed
  outcome text check (outcome in ('changed', 'unchanged', 'refused')), -- null until it was its turn
  reason text, -- a locale key: why it was refused
  primary key (org_id, job_id, position),
  foreign key (org_id, job_id) references bulk_job (org_id, id) on delete cascade,
  check ((reason is not null) = (outcome is not distinct from 'refused'))
);
create index on bulk_item (org_id, job_id, outcome, position);

grant select, insert, update on bulk_job, bulk_item to noa_app;
call protect('bulk_job', 'starter_id = (select scope_account())');
call protect('bulk_item', 'job_id in (select id from bulk_job where starter_id = (select scope_account()))');
