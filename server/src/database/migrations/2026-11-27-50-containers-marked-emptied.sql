-- Containers are marked emptied, many at once, as a bulk job.
alter table bulk_job drop constraint bulk_job_action_check;
alter table bulk_job add constraint bulk_job_action_check
  check (action in ('block_cards', 'unblock_cards', 'change_container_access_mode', 'mark_containers_emptied',
    'change_container_group_access_mode', 'change_access_group_access_mode', 'move_entrances_to_access_group',
    'move_entrances_to_manager'));
