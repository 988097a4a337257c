-- What each org decides for itself; where a manager's members and locks are found.

-- One row an org, from the org's first moment on, under the org's own id. Defaults: domain.md.
create table org_settings (
  org_id uuid primary key references org (id) on delete cascade,
  id uuid not null unique generated always as (org_id) stored,
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  identity_days integer not null default 90 check (identity_days between 1 and 3650), -- events keep card and apartment
  pay_by_use boolean not null default false,
  legal_basis text not null default '' check (char_length(legal_basis) <= 1000),
  event_retention_months integer not null default 36 check (event_retention_months between 1 and 120),
  personal_data_retention_months integer not null default 36 check (personal_data_retention_months between 1 and 120),
  claim_code_days integer not null default 90 check (claim_code_days between 1 and 365),
  silence_warning_hours integer not null default 24 check (silence_warning_hours between 1 and 720),
  silence_error_hours integer not null default 72 check (silence_error_hours between 1 and 720),
  battery_warning_pct integer not null default 25 check (battery_warning_pct between 0 and 100),
  battery_error_pct integer not null default 10 check (battery_error_pct between 0 and 100),
  fill_warning_pct integer not null default 80 check (fill_warning_pct between 0 and 100),
  fill_error_pct integer not null default 95 check (fill_error_pct between 0 and 100),
  constraint org_settings_lawful check (identity_days <= 90 or pay_by_use),
  constraint org_settings_has_basis check (not pay_by_use or legal_basis <> ''),
  constraint org_settings_ordered check (
    silence_error_hours > silence_warning_hours and battery_error_pct < battery_warning_pct
    and fill_error_pct > fill_warning_pct)
);
call make_versioned('org_settings');
-- Whoever acts within an org is bound by its settings, be it through a manager or an apartment.
call protect('org_settings', 'org_id = any ((select scope_named_orgs())::uuid[])');

insert into org_settings (org_id, updated_by) select id, 'system' from org;

create function give_settings() returns trigger language plpgsql as $$
begin
  insert into org_settings (org_id, updated_by) values (new.id, new.updated_by);
  return new;
end $$;
create trigger give_settings after insert on org for each row execute function give_settings();

-- An org that is deleted takes with it how its files were read.
grant delete on import_mapping to noa_app;

-- A manager's members read who else looks after the same entrances (domain.md, "Who may do what").
drop policy in_scope on manager_member;
call protect('manager_member', 'manager_id = any ((select scope_managers())::uuid[])');

-- When each lock was last heard from, whatever it had to tell. Null: before this was noted.
alter table card_event_receipt add column heard_at timestamptz;
alter table status_update_receipt add column heard_at timestamptz;

-- Figures of a few days over all orgs: months are large, and events come in about the order of their time.
create index on card_event using brin (occurred_at);
