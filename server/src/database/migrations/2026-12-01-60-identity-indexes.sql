-- Who an event was about is found by the event, by its primary key, or by a card or an apartment, whose ids no other org has. With the org in
-- front of these, a plan that is made while a day is still empty would look up each event among all of its org's.
drop index event_identity_org_id_card_id_occurred_at_idx, event_identity_org_id_apartment_id_occurred_at_idx;
create index on event_identity (card_id, occurred_at);
create index on event_identity (apartment_id, occurred_at);
