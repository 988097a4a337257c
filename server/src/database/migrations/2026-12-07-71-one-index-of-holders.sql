-- Who holds a card and who ever did is found by one index: of two that began alike, each hand-out wrote both. A holder of today has the same last
-- column as any other of its card, so that there is one; each former one has another.
drop index apartment_card_active_taken;
drop index apartment_card_org_id_card_id_idx;
create unique index apartment_card_active_taken on apartment_card (org_id, card_id, active, (case when active then 0 else row_id end));
