-- Reports by e-mail: who wants which one when, and what became of each time it was due (decision 23).

create table report_schedule (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  owner_id uuid not null references account (id), -- it is counted with what this person may see when it is sent
  report text not null check (char_length(report) between 1 and 60),
  period text not null check (period in ('yesterday', 'last_7_days', 'last_week', 'last_30_days', 'this_month', 'last_month',
    'last_12_months', 'this_year', 'last_year')),
  asked jsonb not null check (pg_column_size(asked) < 100000), -- groupBy, metrics, filters, sort
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  weekday smallint check (weekday between 1 and 7), -- 1 is Monday
  month_day smallint check (month_day between 1 and 31),
  hour smallint not null check (hour between 0 and 23), -- in the org's zone
  format text not null check (format in ('CSV', 'XLSX')),
  locale text not null check (locale in ('ro', 'en')),
  recipients text[] not null check (cardinality(recipients) between 1 and 20),
  active boolean not null default true,
  counts_from timestamptz not null, -- it is due after this only: when it was made, changed or taken up again
  next_due_at timestamptz, -- null while it is paused
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null default actor(),
  primary key (org_id, id),
  unique (id),
  check (frequency <> 'weekly' or weekday is not null),
  check (frequency <> 'monthly' or month_day is not null),
  check ((next_due_at is not null) = active)
);
create index on report_schedule (next_due_at) where next_due_at is not null;
create index on report_schedule (org_id, created_at desc, id desc);
create index on report_schedule (owner_id, created_at desc, id desc);

-- One time that a schedule was due. By the day and not by the moment: at most once a day, also when the hour, the zone of the org
-- or the clocks are changed in between.
create table report_schedule_run (
  org_id uuid not null,
  schedule_id uuid not null,
  due_on date not null, -- in the org's zone
  due_at timestamptz not null,
  state text not null default 'preparing' check (state in ('preparing', 'waiting', 'sending', 'sent', 'failed', 'unknown')),
  attempts smallint not null default 1, -- also says whose the run is: who comes later has a higher one
  look_at timestamptz, -- when to try again, or when whoever works on it must be gone; null at its end
  pending text[] not null, -- recipients whose mail server has not taken it
  accepted text[] not null default '{}',
  refused text[] not null default '{}',
  failure text check (char_length(failure) <= 60),
  smtp_code smallint,
  period_from timestamptz,
  period_to timestamptz,
  fresh_as_of timestamptz,
  finished_at timestamptz,
  primary key (org_id, schedule_id, due_on),
  foreign key (org_id, schedule_id) references report_schedule (org_id, id) on delete cascade,
  check ((look_at is null) = (state in ('sent', 'failed', 'unknown'))),
  check ((finished_at is not null) = (state in ('sent', 'failed', 'unknown')))
);
create index on report_schedule_run (look_at) where look_at is not null;

grant select, insert, update, delete on report_schedule, report_schedule_run to noa_app;
call protect('report_schedule', 'owner_id = (select scope_account())');
call protect('report_schedule_run',
  'schedule_id in (select id from report_schedule where owner_id = (select scope_account()))');
