-- A manager's members may know which locks of their residents' containers are silent; residents may not (domain.md, "Who
-- may do what": status updates).
drop policy in_scope on card_event_receipt;
call protect('card_event_receipt', '(select scope_managers()) <> ''{}''
  and container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
drop policy in_scope on status_update_receipt;
call protect('status_update_receipt', '(select scope_managers()) <> ''{}''
  and container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
