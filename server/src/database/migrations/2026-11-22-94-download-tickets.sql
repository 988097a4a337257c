-- Files that were asked for and not fetched yet (decision 39): whichever server the fetch comes to makes the file.
create table download_ticket (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade, -- who asked
  place smallint not null check (place between 1 and 20), -- so many wait for a caller at most
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256 of 32 random bytes, which the caller alone has
  asked_cipher bytea not null check (octet_length(asked_cipher) < 3000000), -- what is asked, and where its caller belonged then
  made_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '5 minutes',
  unique (account_id, place)
);
create index on download_ticket (expires_at);
grant select, insert, delete on download_ticket to noa_app;

-- Even who reaches everything sees no ticket of another person's: seen it is by who asked, by who has the token, and, once it is
-- worth nothing, by what sweeps.
alter table download_ticket enable row level security;
create policy own on download_ticket using (account_id = (select scope_account()));
create policy held on download_ticket
  using (token_hash = (select decode(nullif(current_setting('noa.download', true), ''), 'hex')))
  with check (false);
create policy past on download_ticket using ((select scope_all()) and expires_at <= now()) with check (false);
