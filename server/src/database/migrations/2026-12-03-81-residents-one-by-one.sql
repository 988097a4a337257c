-- Two who took back the last two cards of a phone at the same moment each saw the other's still there, and the account stayed tied to the
-- apartment; and one was untied that was given another card there at the moment when its only one was taken back. Whoever changes what ties
-- an account to an apartment holds the tie now, and looks when it is held.

create or replace function tie_residents() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_apartment (org_id, apartment_id, account_id)
  select distinct h.org_id, h.apartment_id, p.account_id
  from after h join ara_card p on p.org_id = h.org_id and p.card_id = h.card_id
  where h.active
  order by 1, 2, 3
  -- Writes what is there: to hold it.
  on conflict (org_id, apartment_id, account_id) do update set account_id = excluded.account_id;
  return null;
end $$;

create or replace function untie_residents() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from account_apartment m
  where (m.org_id, m.apartment_id, m.account_id) in (
    select b.org_id, b.apartment_id, p.account_id
    from before b join ara_card p on p.org_id = b.org_id and p.card_id = b.card_id
    where b.active)
  order by m.org_id, m.apartment_id, m.account_id for update;
  -- A statement of its own: it sees what was done by those who were waited for.
  delete from account_apartment m using before b, ara_card p
  where b.active and p.org_id = b.org_id and p.card_id = b.card_id
    and m.org_id = b.org_id and m.apartment_id = b.apartment_id and m.account_id = p.account_id
    and not exists (
      select from apartment_card h join ara_card o on o.org_id = h.org_id and o.card_id = h.card_id
      where h.org_id = m.org_id and h.apartment_id = m.apartment_id and h.active and o.account_id = m.account_id);
  return null;
end $$;

-- Those who stayed tied so.
delete from account_apartment m
where exists (
    select from apartment_card h join ara_card p on p.org_id = h.org_id and p.card_id = h.card_id
    where h.org_id = m.org_id and h.apartment_id = m.apartment_id and not h.active and p.account_id = m.account_id)
  and not exists (
    select from apartment_card h join ara_card p on p.org_id = h.org_id and p.card_id = h.card_id
    where h.org_id = m.org_id and h.apartment_id = m.apartment_id and h.active and p.account_id = m.account_id);
