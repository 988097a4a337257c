-- Which numbers a container or an entrance has had, of whichever org it is: its events are found by them (decision 96).
create index on numbered_container (container_id);
create index on numbered_entrance (entrance_id);
