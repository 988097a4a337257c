-- Whether a node of the address tree is in use is looked up: for each node that goes, all blocks and platforms of all orgs were read, while whoever
-- was about to use one waited.
create index on tower_block (gis_node_id) where gis_node_id is not null;
create index on container_group (gis_node_id) where gis_node_id is not null;
