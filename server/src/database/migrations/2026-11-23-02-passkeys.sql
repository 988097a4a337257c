-- Passkeys (WebAuthn) of accounts at the embedded provider: a public key each, whose private half never leaves who made it.

create table provider_passkey (
  credential_id text primary key, -- base64url, as browsers name it
  user_id uuid not null references provider_user (id) on delete cascade,
  public_key bytea not null, -- COSE
  counter bigint not null, -- of the last signature that was taken; stays 0 where keys do not count
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on provider_passkey (user_id);

grant select, insert, update, delete on provider_passkey to noa_provider;
