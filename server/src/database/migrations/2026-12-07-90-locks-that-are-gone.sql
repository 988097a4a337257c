-- A container is deleted once its lock is silent for longer than its org allows: until now none that had ever reported could be, and one that was scrapped
-- stayed in lists, counts and alerts for good. What arrived from it and what did not stays known, as reports of its time say how complete they are.
alter table card_event_receipt drop constraint card_event_receipt_org_id_container_id_fkey;
alter table status_update_receipt drop constraint status_update_receipt_org_id_container_id_fkey;
