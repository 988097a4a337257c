-- What bounds guessing of passwords at the embedded provider: in the database, as servers restart and there may be several (decision 41).
create table sign_in_try (
  key bytea primary key, -- keyed hash of who is bounded: a network, an account, or both
  tries timestamptz[] not null,
  last_try_at timestamptz not null
);
create index on sign_in_try (last_try_at);

-- Where an account was signed in to: whoever guesses elsewhere does not lock its owner out there.
create table sign_in_place (
  key bytea primary key, -- keyed hash of account and network
  last_at timestamptz not null
);
create index on sign_in_place (last_at);
grant select, insert, update, delete on sign_in_try, sign_in_place to noa_provider;
