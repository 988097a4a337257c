-- Whoever administers accounts blocks one: it may do nothing here from its next request on, whatever its provider says. Of the
-- accounts that Noa keeps itself, the provider knows it too, and lets nobody sign in.
alter table account add column blocked_at timestamptz;
alter table provider_user add column blocked_at timestamptz;

-- The list of accounts, by name.
create index on account (sort_key(coalesce(nullif(name, ''), email, '')), id);
