-- Reports that were run and kept: what was asked, what was answered, and a hash over both; equal for ever, or gone.

create table kept_report (
  id uuid primary key default new_id(),
  org_ids uuid[] not null, -- it reaches all that these orgs own
  all_orgs boolean not null, -- it reaches everything
  -- It tells what only those may learn who may learn who opened what in these orgs; in all of them.
  who_org_ids uuid[] not null,
  who_all boolean not null,
  account_id uuid not null, -- whoever kept it, though they may be gone
  kept_by text not null,
  kept_at timestamptz not null,
  report text not null,
  title text not null check (char_length(title) between 1 and 120),
  row_count integer not null check (row_count between 0 and 10000),
  completeness float8,
  -- When what names cards or apartments in it began to happen; null: it names none.
  named_from timestamptz,
  content text not null, -- canonical JSON, as it is hashed
  hash bytea not null check (hash = sha256(convert_to(content, 'UTF8'))),
  check (all_orgs or org_ids <> '{}')
);
create index on kept_report (kept_at, id);
create index on kept_report (account_id);
create index on kept_report (named_from) where named_from is not null;

-- How long events of these orgs may tell of cards and apartments: as long as the strictest of them allows.
create function identity_term(in_orgs uuid[], in_all boolean) returns interval language sql stable security definer
set search_path = public, pg_temp as $$
  select make_interval(days => min(identity_days)) from org_settings where in_all or org_id = any (in_orgs)
$$;

-- Whoever reaches less than it does never sees it; once its term is over, nobody does.
alter table kept_report enable row level security;
create policy in_scope on kept_report using (
  ((select scope_all()) or (not all_orgs and org_ids <@ (select scope_orgs())))
  and (named_from is null or named_from + identity_term(org_ids, all_orgs) > now()));

-- Nobody changes one: the application may not, and its owner is kept from it as well.
grant select, insert, delete on kept_report to noa_app;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a kept report never changes';
end $$;
create trigger never_changes before update on kept_report for each row execute function refuse_change();

-- Deletes those whose term is over, which nobody sees any more.
create function forget_kept_reports() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten integer;
begin
  delete from kept_report where named_from is not null and named_from + identity_term(org_ids, all_orgs) <= now();
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke execute on function forget_kept_reports(), identity_term(uuid[], boolean) from public;
grant execute on function forget_kept_reports(), identity_term(uuid[], boolean) to noa_app;
