-- What an import said of people goes out of history with it when it is undone: they never lived there, as far as anybody knows. Who
-- may, the scope says.
create function erase_undone_occupiers(in_org uuid, in_apartments uuid[], in_versions bigint[]) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (scope_all() or in_org = any (scope_orgs())) then
    raise exception 'The apartments are out of scope';
  end if;
  update apartment_history h set occupier_name = null, occupier_first_name = null, occupier_id_number_cipher = null,
    occupier_id_number_hash = null, occupier_id_number_mask = null
  from unnest(in_apartments, in_versions) as u (id, row_id)
  where h.org_id = in_org and h.id = u.id and h.row_id = u.row_id
    and num_nonnulls(h.occupier_name, h.occupier_first_name, h.occupier_id_number_cipher, h.occupier_id_number_hash,
      h.occupier_id_number_mask) > 0;
end $$;
revoke execute on function erase_undone_occupiers(uuid, uuid[], bigint[]) from public;
grant execute on function erase_undone_occupiers(uuid, uuid[], bigint[]) to noa_app;
