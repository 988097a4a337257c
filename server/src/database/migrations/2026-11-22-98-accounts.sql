-- Accounts that Noa keeps itself, in production too (decision 42). Of the embedded provider's login alone.
alter table provider_user
  alter column password_hash drop not null, -- null until its owner has followed the invitation
  add column locale text not null default 'ro' check (locale in ('ro', 'en')),
  add column made_at timestamptz not null default now();
grant update on provider_user to noa_provider;

-- Links that whoever got one follows once: to be the first administrator, to accept an invitation, to choose another password.
create table provider_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32), -- SHA-256 of 32 random bytes, which only the link has
  purpose text not null check (purpose in ('root', 'invitation', 'reset')),
  user_id uuid references provider_user (id) on delete cascade, -- null: of somebody who has no account yet
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((purpose = 'root') = (user_id is null))
);
create index on provider_link (user_id);
create index on provider_link (expires_at);
grant select, insert, delete on provider_link to noa_provider;

-- Secrets of the locks' gateways, sealed with the data key: the provider compares them with what it is sent.
create table provider_client (
  client_id text primary key check (char_length(client_id) between 1 and 120),
  secret_cipher bytea not null,
  made_at timestamptz not null default now()
);
grant select on provider_client to noa_provider;
grant select on data_key to noa_provider;

-- The keys that tokens are signed with: the newest that has begun to sign signs, those before it are published until what they
-- signed has ended. Sealed with the data key; provider_key, where they stood in clear, is emptied at the next start.
create table provider_signing_key (
  kid text primary key,
  private_cipher bytea not null,
  made_at timestamptz not null default now(),
  signs_from timestamptz not null -- other servers have learnt it by then
);
create table provider_secret (
  name text primary key,
  secret_cipher bytea not null
);
grant select, insert, delete on provider_signing_key to noa_provider;
grant select, insert on provider_secret to noa_provider;
grant delete on provider_key to noa_provider;
