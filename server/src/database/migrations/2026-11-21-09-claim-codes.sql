-- Claim codes that a reader of the database cannot redeem, the count of wrong tries, and what a serving org may see.

-- Nothing wrote claim codes before this migration: the table is made anew.
drop view claim_code_version;
drop table claim_code_history;
drop table claim_code;

create table claim_code (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  apartment_id uuid not null,
  state text not null default 'live' check (state in ('live', 'redeemed', 'revoked')), -- live past expires_at is expired
  code_hash bytea not null, -- keyed HMAC, by which a code is found
  code_cipher bytea, -- AES-256-GCM, for the letter to be printed again while the code is live
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  card_id uuid, -- the virtual card it gave
  primary key (org_id, id),
  unique (id),
  foreign key (org_id, apartment_id) references apartment (org_id, id),
  foreign key (org_id, card_id) references card (org_id, id),
  check ((state = 'live') = (code_cipher is not null)),
  check ((state = 'redeemed') = (card_id is not null))
);
create unique index claim_code_live_taken on claim_code (org_id, apartment_id) where state = 'live';
create unique index claim_code_code_taken on claim_code (code_hash) where state = 'live';
create index on claim_code (org_id, apartment_id, created_at desc);
call make_versioned('claim_code');
-- Not the resident's: whoever lives in an apartment has no business with codes for others to join it.
call protect('claim_code', 'apartment_id in (
  select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');

-- Who redeems a code has no scope yet that reaches it: the code itself is what shows them in. Codes that are used, revoked,
-- expired, or of a disabled org are not here at all, as unknown ones are not.
create function claimable_code(hash bytea) returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, c.id from claim_code c join org o on o.id = c.org_id and o.enabled
  where c.code_hash = hash and c.state = 'live' and c.expires_at > now()
$$;
revoke execute on function claimable_code(bytea) from public;
grant execute on function claimable_code(bytea) to noa_app;

-- Recent tries of what is bounded by number: in the database, as servers restart and there may be several.
create table rate_limit (
  key bytea primary key, -- keyed hash of who is bounded, and in what
  tries timestamptz[] not null,
  last_try_at timestamptz not null
);
create index on rate_limit (last_try_at);
grant select, insert, update, delete on rate_limit to noa_app;

-- An org that serves an apartment sees it, its entrance and its block, and writes none of them: not even past our own
-- conditions.
drop policy in_scope on apartment;
drop policy in_scope on apartment_history;
call protect('apartment', 'entrance_id = any ((select scope_managed_entrances())::uuid[])
  or id = any ((select scope_apartments())::uuid[])');
drop policy in_scope on apartment_org;
drop policy in_scope on apartment_org_history;
call protect('apartment_org', 'apartment_id in (
  select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');

create function scope_served_apartments() returns setof uuid language sql stable security definer
set search_path = public as $$
  select apartment_id from apartment_org where serving_org_id = any (scope_orgs())
$$;
create function scope_served_entrances() returns setof uuid language sql stable security definer
set search_path = public as $$
  select distinct a.entrance_id from apartment_org s join apartment a on a.org_id = s.org_id and a.id = s.apartment_id
  where s.serving_org_id = any (scope_orgs())
$$;
create function scope_served_tower_blocks() returns setof uuid language sql stable security definer
set search_path = public as $$
  select distinct e.tower_block_id from apartment_org s
  join apartment a on a.org_id = s.org_id and a.id = s.apartment_id
  join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
  where s.serving_org_id = any (scope_orgs())
$$;

create policy served_reads on apartment for select using (id in (select scope_served_apartments()));
create policy served_reads on apartment_history for select using (id in (select scope_served_apartments()));
create policy served_reads on apartment_org for select using (serving_org_id = any ((select scope_orgs())::uuid[]));
create policy served_reads on apartment_org_history for select
  using (serving_org_id = any ((select scope_orgs())::uuid[]));
create policy served_reads on entrance for select using (id in (select scope_served_entrances()));
create policy served_reads on entrance_history for select using (id in (select scope_served_entrances()));
create policy served_reads on tower_block for select using (id in (select scope_served_tower_blocks()));
create policy served_reads on tower_block_history for select using (id in (select scope_served_tower_blocks()));

-- Whoever keeps an apartment may know the names of those who serve it.
create index on apartment_org (serving_org_id, org_id);
create function serves_scope(org uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (
    select from apartment_org s where s.serving_org_id = org and s.org_id = any (scope_orgs() || scope_managed_orgs()))
$$;
create policy servers_named on org for select using (serves_scope(id));
