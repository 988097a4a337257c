-- A resident's hand-outs begin when the present occupier came, as their events and their file do: those that had ended by then tell when
-- another household had cards.
drop policy in_scope on apartment_card;
drop policy in_scope on apartment_card_history;
call protect('apartment_card', 'apartment_id = any ((select scope_apartments())::uuid[])
    and apartment_id in (
      select s.apartment_id from scope_residences() s where case when active then valid_to else valid_from end > s.since)
  or apartment_id in (select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');
