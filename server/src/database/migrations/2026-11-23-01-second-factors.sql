-- What proves at the embedded provider who somebody is, beside a password; and from where they are signed in.

-- Time-based codes (RFC 6238). The secret is sealed with the data key; a code is good once.
create table provider_totp (
  user_id uuid primary key references provider_user (id) on delete cascade,
  secret_cipher bytea not null,
  last_step bigint not null default 0, -- of the last code that was taken
  confirmed_at timestamptz -- null until a code was typed: until then it asks nobody for one
);

-- Codes for who has lost that: each good once, kept as keyed hashes.
create table provider_recovery_code (
  user_id uuid not null references provider_user (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Of a session in provider_item: from where it was used.
create table provider_session_seen (
  uid text primary key,
  user_id uuid not null references provider_user (id) on delete cascade,
  address text not null,
  agent text not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index on provider_session_seen (user_id);
create index on provider_item ((payload ->> 'accountId')) where payload ? 'accountId';

grant select, insert, update, delete on provider_totp, provider_recovery_code, provider_session_seen to noa_provider;
