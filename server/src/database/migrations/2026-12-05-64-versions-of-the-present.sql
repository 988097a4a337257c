-- Former versions of an apartment that name its present occupier were emptied with the others, when former occupiers alone were to be erased, or
-- an import that had stated an ID number was undone. They passed for another household from then on: the resident no longer saw what they had
-- done before, nor had it in their file. Of these versions goes another ID number than the present one, which may have been somebody else's.
create function empty_occupiers(in_org uuid, in_apartments uuid[], in_versions bigint[]) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  emptied integer;
begin
  if not (scope_all() or in_org = any (scope_orgs())) then
    raise exception 'The apartments are out of scope';
  end if;
  with judged as (
    select h.id, h.row_id, a.id is not null as is_theirs,
      coalesce(h.occupier_id_number_hash = a.occupier_id_number_hash, false) as has_their_number -- never of another's name
    from unnest(in_apartments, in_versions) as u (id, row_id)
    join apartment_history h on h.id = u.id and h.row_id = u.row_id
    left join apartment a on a.org_id = h.org_id and a.id = h.id
      and (a.occupier_name, a.occupier_first_name) is not distinct from (h.occupier_name, h.occupier_first_name)
    where h.org_id = in_org)
  update apartment_history h set
    occupier_name = case when j.is_theirs then h.occupier_name end,
    occupier_first_name = case when j.is_theirs then h.occupier_first_name end,
    occupier_id_number_cipher = case when j.has_their_number then h.occupier_id_number_cipher end,
    occupier_id_number_hash = case when j.has_their_number then h.occupier_id_number_hash end,
    occupier_id_number_mask = case when j.has_their_number then h.occupier_id_number_mask end,
    occupier_erased = true
  from judged j
  where h.org_id = in_org and h.id = j.id and h.row_id = j.row_id
    and (not j.is_theirs and num_nonnulls(h.occupier_name, h.occupier_first_name) > 0
      or not j.has_their_number
        and num_nonnulls(h.occupier_id_number_cipher, h.occupier_id_number_hash, h.occupier_id_number_mask) > 0);
  get diagnostics emptied = row_count;
  return emptied;
end $$;
revoke execute on function empty_occupiers(uuid, uuid[], bigint[]) from public;

create or replace function erase_occupier_versions(in_org uuid, in_apartment uuid) returns integer language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  select empty_occupiers(in_org, array_agg(h.id), array_agg(h.row_id))
  from apartment_history h where h.org_id = in_org and h.id = in_apartment
$$;

create or replace function erase_undone_occupiers(in_org uuid, in_apartments uuid[], in_versions bigint[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select empty_occupiers(in_org, in_apartments, in_versions)
$$;
