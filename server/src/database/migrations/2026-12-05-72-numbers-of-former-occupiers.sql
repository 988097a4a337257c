-- The ID number of who left stayed for good where those after them are called the same, as where nobody keeps names: the version passed for theirs. A
-- number that nobody has within the term is somebody else's, or was a wrong one; it goes, and the name that is still that of those there now stays.
create or replace function forget_former_occupiers(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := now() - make_interval(months => (
    select personal_data_retention_months from org_settings where org_id = in_org));
  forgotten integer;
begin
  with due as (
    select h.id, h.row_id, l.is_theirs from apartment_history h
    -- Who lives there now, or did within the term, has not left for so long.
    cross join lateral (
      select count(*) > 0 as is_theirs,
        -- What another key has hashed is compared with nothing: it is sealed anew before long (decision 29).
        coalesce(bool_or(l.occupier_id_number_hash = h.occupier_id_number_hash
          or substr(l.occupier_id_number_cipher, 1, 9) <> substr(h.occupier_id_number_cipher, 1, 9)), false) as has_their_number
      from apartment_version l where l.org_id = h.org_id and l.id = h.id and l.valid_to > until
        and (l.occupier_name, l.occupier_first_name) is not distinct from (h.occupier_name, h.occupier_first_name)
        and l.occupier_kind = h.occupier_kind) l
    where h.org_id = in_org and h.valid_to <= until
      and num_nonnulls(h.occupier_name, h.occupier_first_name, h.occupier_id_number_cipher) > 0
      and (not l.is_theirs or h.occupier_id_number_cipher is not null and not l.has_their_number)
    order by h.valid_to limit in_limit)
  update apartment_history h set
    occupier_name = case when d.is_theirs then h.occupier_name end,
    occupier_first_name = case when d.is_theirs then h.occupier_first_name end,
    occupier_id_number_cipher = null, occupier_id_number_hash = null, occupier_id_number_mask = null, occupier_erased = true
  from due d where h.id = d.id and h.row_id = d.row_id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
