-- Whoever keeps an apartment may know the names of those who served it, too, and what they were called then: read as of a moment before the
-- operator was renamed, or served it no more, the apartment said that somebody without a name serves it.
create index on apartment_org_history (serving_org_id, org_id);
create or replace function serves_scope(org uuid) returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from apartment_org_version s where s.serving_org_id = org and s.org_id = any (scope_orgs() || scope_managed_orgs()))
$$;
create policy beside_scope on org_history for select using (serves_scope(id));
