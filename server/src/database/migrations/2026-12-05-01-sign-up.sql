-- Where Noa keeps the accounts, residents make their own (decision 42): by a link that is mailed to an address which has no account before it is followed.
-- A table of its own: servers of a version before this one take every link without an account for the first administrator's.
create table provider_sign_up (
  token_hash bytea primary key check (octet_length(token_hash) = 32), -- SHA-256 of 32 random bytes, which only the link has
  address text not null check (char_length(address) between 3 and 254), -- whose account it makes
  locale text not null check (locale in ('ro', 'en')), -- of whoever asked
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on provider_sign_up (expires_at);
grant select, insert, delete on provider_sign_up to noa_provider;

alter table provider_mail
  drop constraint provider_mail_purpose_check,
  add constraint provider_mail_purpose_check check (purpose in ('invitation', 'reset', 'sign_up')),
  add column locale text not null default 'ro' check (locale in ('ro', 'en')); -- of whoever asked, for who has no account that knows theirs
