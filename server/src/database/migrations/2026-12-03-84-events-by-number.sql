-- The events of a container are found by the numbers that it has had: how many each has had lately, PostgreSQL knows of numbers alone (decision 96).
create or replace view card_event with (security_invoker = true) as
select e.org_id, e.id, e.kind::text as kind, e.occurred_at,
  coalesce(e.device_at, case when e.event_number is not null then e.occurred_at end) as device_at, e.received_at,
  e.device_at is not null as clock_corrected, e.boot_number, e.event_number, e.list_version, i.serial_number, i.reason, i.actor,
  c.container_id, c.container_group_id, c.waste_stream, i.card_id, i.apartment_id, n.entrance_id, n.tower_block_id,
  n.access_group_id, n.manager_id, e.litres, e.failed_attempt, e.unauthorised, e.tx_id,
  e.anonymous or (e.forget_on is not null and i.event_id is null) as anonymous, i.forget_on,
  i.occurred_at as who_occurred_at, -- the same moment, where it is known who: by it an index finds who did something in a period
  e.entrance_number, -- by which an index finds what happened behind an entrance
  e.container_number -- and at a container
from stored_event e
left join event_identity i on i.forget_on = e.forget_on and i.event_id = e.id
  -- Both follow; they let a plan begin with either table. So does the org below.
  and i.org_id = e.org_id and i.occurred_at = e.occurred_at
left join numbered_container c on c.number = e.container_number and c.org_id = e.org_id
left join numbered_entrance n on n.number = e.entrance_number and n.org_id = e.org_id;
