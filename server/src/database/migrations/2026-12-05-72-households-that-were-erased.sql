-- Who lives somewhere now sees what was done there since the last version that names somebody else. Of a household that was erased that version
-- names nobody: where nobody keeps the names of those after it either, they were taken for it, and their resident read from then on how it had
-- lived. A version that lost its occupier is of somebody else.

-- Since when who lives in an apartment does; -infinity where nobody else is known of.
create function lives_since(in_org uuid, in_apartment uuid) returns timestamptz language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(max(h.valid_to), '-infinity') from apartment a
  join apartment_history h on h.org_id = a.org_id and h.id = a.id
    and ((h.occupier_kind, h.occupier_name, h.occupier_first_name)
        is distinct from (a.occupier_kind, a.occupier_name, a.occupier_first_name)
      or h.occupier_erased and num_nonnulls(h.occupier_name, h.occupier_first_name) = 0)
  where a.org_id = in_org and a.id = in_apartment
$$;
revoke execute on function lives_since(uuid, uuid) from public;
grant execute on function lives_since(uuid, uuid) to noa_app;

create or replace function scope_residences() returns table (apartment_id uuid, since timestamptz) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select id, lives_since(org_id, id) from apartment where id = any (scope_apartments())
$$;
