-- Who may sign in and where they belong; what the embedded provider remembers.

-- A person as an identity provider knows them: issuer + subject (reliability.md, control 6). Both are null while somebody
-- invited by e-mail has not signed in yet. The e-mail is null when the provider does not vouch for it, or when it already
-- stands for another account: an address nobody has proved must neither be claimed nor shown in history.
create table account (
  id uuid primary key default new_id(),
  issuer text check (char_length(issuer) between 1 and 500),
  subject text check (char_length(subject) between 1 and 255),
  email text check (char_length(email) between 3 and 254),
  name text not null default '' check (char_length(name) <= 200),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  constraint account_identity_taken unique (issuer, subject),
  check ((issuer is null) = (subject is null)),
  check (subject is not null or email is not null)
);
create unique index account_email_taken on account (lower(email));

create table org_member (
  org_id uuid not null references org (id),
  account_id uuid not null references account (id),
  primary key (org_id, account_id)
);
create index on org_member (account_id);

create table manager_member (
  org_id uuid not null,
  manager_id uuid not null,
  account_id uuid not null references account (id),
  primary key (org_id, manager_id, account_id),
  foreign key (org_id, manager_id) references manager (org_id, id) on delete cascade
);
create index on manager_member (account_id);

-- The apartments a resident lives in.
create table account_apartment (
  org_id uuid not null,
  apartment_id uuid not null,
  account_id uuid not null references account (id),
  primary key (org_id, apartment_id, account_id),
  foreign key (org_id, apartment_id) references apartment (org_id, id) on delete cascade
);
create index on account_apartment (account_id);

-- The lock network's OAuth clients and the orgs whose containers they serve.
create table gateway_client (
  client_id text not null check (char_length(client_id) between 1 and 120),
  org_id uuid not null references org (id),
  primary key (client_id, org_id)
);

grant select, insert, update on account to noa_app;
grant select, insert, delete on org_member, manager_member, account_apartment, gateway_client to noa_app;

-- Everything a request needs to know of its caller, in one statement. Security definer: where somebody belongs is what
-- scopes are made of, so it is read before there is a scope.
create function viewer_account(in_issuer text, in_subject text)
returns table (
  id uuid, email text, name text, last_seen_at timestamptz, orgs jsonb, managers jsonb, apartments jsonb
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.email, a.name, a.last_seen_at,
    (select coalesce(jsonb_agg(
        jsonb_build_object('id', o.id, 'name', o.name, 'enabled', o.enabled) order by o.name_key, o.id), '[]')
      from org_member m join org o on o.id = m.org_id
      where m.account_id = a.id),
    (select coalesce(jsonb_agg(
        jsonb_build_object('id', g.id, 'name', g.name, 'orgId', o.id, 'orgName', o.name, 'enabled', o.enabled)
        order by g.name_key, g.id), '[]')
      from manager_member m
      join manager g on (g.org_id, g.id) = (m.org_id, m.manager_id)
      join org o on o.id = m.org_id
      where m.account_id = a.id),
    (select coalesce(jsonb_agg(
        jsonb_build_object('id', m.apartment_id, 'orgId', o.id, 'orgName', o.name, 'enabled', o.enabled)
        order by m.apartment_id), '[]')
      from account_apartment m join org o on o.id = m.org_id
      where m.account_id = a.id)
  from account a
  where a.issuer = in_issuer and a.subject = in_subject
$$;
revoke execute on function viewer_account(text, text) from public;
grant execute on function viewer_account(text, text) to noa_app;

-- The same for a gateway: the orgs it serves, disabled ones included, for their containers keep working.
create function gateway_orgs(in_client_id text) returns table (org_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select g.org_id from gateway_client g where g.client_id = in_client_id order by g.org_id
$$;
revoke execute on function gateway_orgs(text) from public;
grant execute on function gateway_orgs(text) to noa_app;

-- Sessions, codes, grants and refresh tokens of the embedded provider.
create table provider_item (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index on provider_item (grant_id) where grant_id is not null;
create index on provider_item (uid) where uid is not null;
create index on provider_item (expires_at);

-- The people the embedded provider knows: demonstration accounts. Production refuses that provider.
create table provider_user (
  id uuid primary key,
  email text not null check (char_length(email) between 3 and 254),
  name text not null check (char_length(name) between 1 and 200),
  roles text[] not null,
  password_hash text not null
);
create unique index provider_user_email_taken on provider_user (lower(email));

-- The embedded provider's signing key and cookie secrets: kept, so that a restart signs nobody out.
create table provider_key (
  name text primary key,
  value jsonb not null
);

grant select, insert, update, delete on provider_item to noa_app;
grant select, insert on provider_user, provider_key to noa_app;
