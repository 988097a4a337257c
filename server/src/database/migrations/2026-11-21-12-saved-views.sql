-- Saved views: a list's address under a name, for one person or for everybody who belongs to an org.

create table saved_view (
  org_id uuid references org (id), -- null for a view of one's own
  id uuid primary key default new_id(),
  account_id uuid references account (id) on delete cascade, -- null for a view that an org shares
  kind text not null check (char_length(kind) between 1 and 40),
  name text not null check (char_length(name) between 1 and 80),
  search text not null check (char_length(search) <= 2000), -- the list's address after its question mark
  hidden_columns text[] not null check (cardinality(hidden_columns) <= 50),
  check ((org_id is null) <> (account_id is null))
);
create unique index saved_view_own_name_taken on saved_view (account_id, kind, fold(name)) where account_id is not null;
create unique index saved_view_shared_name_taken on saved_view (org_id, kind, fold(name)) where org_id is not null;

-- The view a person's list of a kind opens with.
create table saved_view_default (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  saved_view_id uuid not null references saved_view (id) on delete cascade,
  primary key (account_id, kind)
);
create index on saved_view_default (saved_view_id);

grant select, insert, update, delete on saved_view, saved_view_default to noa_app;

-- Even who reaches everything sees no view of another person's own.
alter table saved_view enable row level security;
create policy own_or_shared on saved_view using (
  account_id = nullif(current_setting('noa.account', true), '')::uuid
  or (org_id is not null and (
    (select scope_all())
    or org_id = any ((select scope_orgs())::uuid[])
    or org_id = any ((select scope_managed_orgs())::uuid[]))));
alter table saved_view_default enable row level security;
create policy own on saved_view_default using (account_id = nullif(current_setting('noa.account', true), '')::uuid);
