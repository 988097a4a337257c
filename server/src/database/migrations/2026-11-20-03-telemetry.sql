-- What locks report: card events and status updates, both partitioned by month, and what is known to be missing.

-- The virtual card that a resident's account holds on its phone.
create table ara_card (
  org_id uuid not null,
  card_id uuid not null,
  account_id uuid not null references account (id),
  primary key (org_id, card_id),
  foreign key (org_id, card_id) references card (org_id, id)
);
create index on ara_card (account_id);

create sequence card_event_id as bigint;

create table card_event (
  org_id uuid not null,
  id bigint not null default nextval('card_event_id'),
  kind text not null check (kind in ('access_denied', 'access_granted', 'card_blocked', 'card_erased', 'card_unblocked',
    'duplicate_detected', 'full_use', 'no_use', 'open_after_use')),
  occurred_at timestamptz not null, -- the device's time, or the receipt's when the device's cannot be true
  device_at timestamptz, -- as the lock said; null for what the console did
  received_at timestamptz not null default now(),
  clock_corrected boolean not null default false,
  boot_number integer,
  event_number bigint,
  list_version bigint,
  serial_number text,
  reason text,
  actor text, -- who, for what the console did; null for a lock's event
  -- What the event belonged to when it was received, so that old reports do not change when a family moves.
  container_id uuid,
  container_group_id uuid,
  waste_stream text,
  card_id uuid,
  apartment_id uuid,
  entrance_id uuid,
  tower_block_id uuid,
  access_group_id uuid,
  manager_id uuid,
  litres integer not null default 0 check (litres >= 0),
  failed_attempt boolean not null default false,
  unauthorised boolean not null default false,
  -- Sequences do not follow commits: whoever reads "since" reads below the oldest running transaction.
  tx_id xid8 not null default pg_current_xact_id(),
  primary key (org_id, occurred_at, id),
  check ((container_id is null) = (event_number is null))
) partition by range (occurred_at);
create index on card_event (org_id, container_id, boot_number, event_number);
create index on card_event (org_id, card_id, occurred_at);
create index on card_event (org_id, apartment_id, occurred_at);
create index on card_event (org_id, entrance_id, occurred_at);
create index on card_event (tx_id);

-- Per lock and boot, the event numbers that have arrived: duplicates and gaps are both read from it.
create table card_event_receipt (
  org_id uuid not null,
  container_id uuid not null,
  boot_number integer not null,
  received int8multirange not null default '{}',
  primary key (org_id, container_id, boot_number),
  foreign key (org_id, container_id) references container (org_id, id)
);

create sequence status_update_id as bigint;

create table status_update (
  org_id uuid not null,
  id bigint not null default nextval('status_update_id'),
  container_id uuid not null,
  kind text not null check (kind in ('battery_life_pct', 'battery_life_status', 'emptying_detected', 'fill_closed',
    'fill_level_pct', 'installation', 'preventive_maintenance', 'servicing', 'sync')),
  level text not null check (level in ('error', 'info', 'ok', 'warning')),
  value text check (char_length(value) <= 200),
  occurred_at timestamptz not null,
  device_at timestamptz,
  received_at timestamptz not null default now(),
  clock_corrected boolean not null default false,
  boot_number integer,
  update_number bigint,
  actor text,
  tx_id xid8 not null default pg_current_xact_id(),
  primary key (org_id, occurred_at, id)
) partition by range (occurred_at);
create index on status_update (org_id, container_id, kind, occurred_at);
create index on status_update (tx_id);

create table status_update_receipt (
  org_id uuid not null,
  container_id uuid not null,
  boot_number integer not null,
  received int8multirange not null default '{}',
  primary key (org_id, container_id, boot_number),
  foreign key (org_id, container_id) references container (org_id, id)
);

-- The newest update of each kind per container: its status.
create table container_status (
  org_id uuid not null,
  container_id uuid not null,
  kind text not null,
  level text not null,
  value text,
  occurred_at timestamptz not null,
  status_update_id bigint not null,
  primary key (org_id, container_id, kind),
  foreign key (org_id, container_id) references container (org_id, id)
);

-- The application may not create tables; this makes the one month it needs, and nothing else.
create function ensure_month(parent text, month date) returns void language plpgsql security definer
set search_path = public as $$
declare
  first_day date := date_trunc('month', month)::date;
  partition text := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
begin
  if parent not in ('card_event', 'status_update') then
    raise exception 'no table % by month', parent;
  end if;
  if to_regclass(partition) is null then
    perform pg_advisory_xact_lock(hashtext(partition));
    execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
      partition, parent, first_day::timestamp at time zone 'UTC',
      (first_day + interval '1 month')::timestamp at time zone 'UTC');
  end if;
end $$;

grant usage on sequence card_event_id, status_update_id to noa_app;
grant select, insert, delete on ara_card to noa_app;
grant select, insert on card_event, status_update to noa_app;
grant select, insert, update on card_event_receipt, status_update_receipt, container_status to noa_app;
