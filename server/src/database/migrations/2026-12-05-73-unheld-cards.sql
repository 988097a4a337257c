-- Cards that nobody holds are looked for together: asked one by one, each card of a town was, for a page and for their number, where nearly all are handed out.
create function unheld_cards(most integer) returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  everywhere boolean := scope_all();
  owners uuid[] := scope_orgs() || scope_managed_orgs();
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  return query
    select c.id from org o cross join lateral (
      select k.id from card k
      where k.org_id = o.id and not exists (
        select from apartment_card h where h.org_id = o.id and h.card_id = k.id and h.active)
      limit most) c
    where everywhere or o.id = any (owners)
    limit most;
end $$;
revoke execute on function unheld_cards(integer) from public;
grant execute on function unheld_cards(integer) to noa_app;
