-- A resident's events begin when the present occupier came, as a resident's file does: those of before, which the town may keep for longer,
-- tell how another household lived.

-- The apartments of the scope, each since the last version that named somebody else, or nobody.
create function scope_residences() returns table (apartment_id uuid, since timestamptz) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select a.id, coalesce(max(h.valid_to), '-infinity') from apartment a
  left join apartment_history h on h.org_id = a.org_id and h.id = a.id
    and (h.occupier_kind, h.occupier_name, h.occupier_first_name)
      is distinct from (a.occupier_kind, a.occupier_name, a.occupier_first_name)
  where a.id = any (scope_apartments())
  group by a.id
$$;
revoke execute on function scope_residences() from public;
grant execute on function scope_residences() to noa_app;

create or replace function scope_events() returns bigint[] language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select case when scope_apartments() = '{}' then '{}'::bigint[]
    else array(
      select i.event_id from scope_residences() s join apartment a on a.id = s.apartment_id
      join event_identity i on i.org_id = a.org_id and i.apartment_id = a.id and i.occurred_at >= s.since)
  end
$$;

drop policy in_scope on event_identity;
call protect('event_identity', 'manager_id = any ((select scope_managers())::uuid[])
  or exists (select from scope_residences() s where s.apartment_id = event_identity.apartment_id and event_identity.occurred_at >= s.since)');
