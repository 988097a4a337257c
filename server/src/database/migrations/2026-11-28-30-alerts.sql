-- Rules by which somebody is told once that something is wrong with containers, the incidents they have led to, and what became of
-- telling (decision 75).

create table alert_rule (
  org_id uuid not null references org (id),
  id uuid not null default new_id(),
  name text not null check (char_length(name) between 1 and 100),
  condition text not null check (condition in ('level', 'silence', 'fill', 'refusals')),
  reading_kind text check (reading_kind in ('battery_life_pct', 'battery_life_status', 'emptying_detected', 'fill_closed',
    'fill_level_pct', 'installation', 'preventive_maintenance', 'servicing', 'sync')), -- of level
  level text check (level in ('error', 'warning')), -- of level; a warning's counts errors too
  threshold integer check (threshold between 1 and 10000), -- per cent of fill, number of refusals
  minutes integer not null check (minutes between 0 and 43200), -- for how long; of refusals, within how long
  recipients text[] not null check (cardinality(recipients) <= 20),
  locale text not null check (locale in ('ro', 'en')),
  webhook_url text check (char_length(webhook_url) <= 500),
  webhook_secret_cipher bytea, -- by which what goes there is signed
  escalate_minutes integer check (escalate_minutes between 5 and 10080), -- null: nobody else is told
  escalate_to text[] not null check (cardinality(escalate_to) <= 20),
  active boolean not null default true,
  look_at timestamptz not null default now(), -- when it is looked again whether its condition holds
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null default actor(),
  primary key (org_id, id),
  unique (id),
  check (condition <> 'level' or (reading_kind is not null and level is not null)),
  check (condition not in ('fill', 'refusals') or threshold is not null),
  check (webhook_url is null or webhook_secret_cipher is not null),
  check (cardinality(recipients) > 0 or webhook_url is not null),
  check (escalate_minutes is null or cardinality(escalate_to) > 0)
);
create index on alert_rule (look_at) where active;
create index on alert_rule (org_id, created_at desc, id desc);

-- Something wrong at one container group, or with one container that stands in none. It says by what it was opened, which the rule
-- need not say any more.
create table incident (
  org_id uuid not null,
  id uuid not null default new_id(),
  rule_id uuid not null,
  rule_name text not null,
  condition text not null,
  reading_kind text,
  level text,
  threshold integer,
  minutes integer not null,
  island_id uuid not null, -- the container group's, or that of the container
  container_group_id uuid,
  container_ids uuid[] not null, -- of which the condition held when it last held at all
  state text not null default 'open' check (state in ('open', 'acknowledged', 'resolved')),
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  escalated_at timestamptz,
  silenced_until timestamptz, -- nothing more is told before that
  silenced_by text,
  calm_since timestamptz, -- since when the condition has not held; null while it does
  resolved_at timestamptz,
  reopened integer not null default 0, -- how often it came back within the day
  primary key (org_id, id),
  unique (id),
  foreign key (org_id, rule_id) references alert_rule (org_id, id) on delete cascade,
  check ((resolved_at is not null) = (state = 'resolved')),
  check (state <> 'acknowledged' or acknowledged_at is not null)
);
create unique index incident_one_at_a_time on incident (org_id, rule_id, island_id) where state <> 'resolved';
create index on incident (org_id, rule_id, island_id, opened_at desc);
create index on incident (org_id, opened_at desc, id desc);
create index on incident (org_id, rule_id, resolved_at) where state = 'resolved';

-- Written with the incident, in one transaction: what has been opened is told, and once. Its id is what receivers tell repeats by.
create table alert_delivery (
  org_id uuid not null,
  id uuid not null default new_id(),
  incident_id uuid not null,
  occasion text not null check (occasion in ('opened', 'escalated')),
  channel text not null check (channel in ('mail', 'webhook')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0, -- also says whose the attempt is: who comes later has a higher one
  look_at timestamptz, -- when to try, or when whoever tries must be gone; null at its end
  pending text[] not null default '{}', -- of mail: recipients whose mail server has not taken it
  accepted text[] not null default '{}',
  refused text[] not null default '{}',
  body text, -- of webhooks, the same at each try
  failure text check (char_length(failure) <= 60),
  status smallint, -- the reply of the mail server, or of whoever was called
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id),
  unique (id),
  unique (org_id, incident_id, occasion, channel),
  foreign key (org_id, incident_id) references incident (org_id, id) on delete cascade,
  check ((look_at is null) = (state in ('sent', 'failed'))),
  check ((finished_at is not null) = (state in ('sent', 'failed'))),
  check ((body is not null) = (channel = 'webhook'))
);
create index on alert_delivery (look_at) where look_at is not null;

-- Where rules on levels look: at what is not well alone.
create index container_status_not_well on container_status (org_id, kind) where level in ('error', 'warning');

grant select, insert, update, delete on alert_rule, incident, alert_delivery to noa_app;
call protect('alert_rule', 'false');
call protect('incident', '(select scope_managers()) <> ''{}'' and container_group_id = any ((select scope_container_groups())::uuid[])');
call protect('alert_delivery', 'false');
