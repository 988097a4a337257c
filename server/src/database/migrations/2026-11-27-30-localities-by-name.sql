-- Localities found by their names, where a list of tower blocks says too little of them (decision 70): where an org itself lies stands for
-- what its lists do not say, and a problem tells what may be meant instead.
call add_version_column('org', 'gis_node_id', 'text', 'references gis_node (id)', 'null');
create index on org (gis_node_id);

alter table import_problem add column proposals text[] not null default '{}'; -- what a person may choose from, best first

create function add_found_proposals() returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  alter table if exists pg_temp.found_problem add column if not exists proposals text[] not null default '{}';
end $$;
revoke execute on function add_found_proposals() from public;
grant execute on function add_found_proposals() to noa_app;
