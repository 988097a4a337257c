-- A resident's account is tied to the apartments that a card on its phone is handed to. It was tied when it claimed one, and by nothing
-- ever untied: who had moved out went on reading who lives there now, and could block their cards.

create function tie_residents() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_apartment (org_id, apartment_id, account_id)
  select distinct h.org_id, h.apartment_id, p.account_id
  from after h join ara_card p on p.org_id = h.org_id and p.card_id = h.card_id
  where h.active
  on conflict do nothing;
  return null;
end $$;
create trigger tie_residents after insert on apartment_card
  referencing new table as after for each statement execute function tie_residents();

create function untie_residents() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_apartment m using before b, ara_card p
  where b.active and p.org_id = b.org_id and p.card_id = b.card_id
    and m.org_id = b.org_id and m.apartment_id = b.apartment_id and m.account_id = p.account_id
    and not exists (
      select from apartment_card h join ara_card o on o.org_id = h.org_id and o.card_id = h.card_id
      where h.org_id = m.org_id and h.apartment_id = m.apartment_id and h.active and o.account_id = m.account_id);
  return null;
end $$;
create trigger untie_residents after update on apartment_card
  referencing old table as before for each statement execute function untie_residents();
create trigger untie_former_residents after delete on apartment_card
  referencing old table as before for each statement execute function untie_residents();

-- Those whose phones were taken back before today. Who has never had a card on a phone was tied by hand, and stays.
delete from account_apartment m
where exists (
    select from apartment_card h join ara_card p on p.org_id = h.org_id and p.card_id = h.card_id
    where h.org_id = m.org_id and h.apartment_id = m.apartment_id and not h.active and p.account_id = m.account_id)
  and not exists (
    select from apartment_card h join ara_card p on p.org_id = h.org_id and p.card_id = h.card_id
    where h.org_id = m.org_id and h.apartment_id = m.apartment_id and h.active and p.account_id = m.account_id);
