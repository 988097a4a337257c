-- Numbers of the batch that was noted last which had arrived before it: written with what has arrived, in one statement, so
-- that one look tells both what is new and what is missing.
alter table card_event_receipt add column repeated int8multirange not null default '{}';
alter table status_update_receipt add column repeated int8multirange not null default '{}';
