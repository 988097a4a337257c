-- The address tree comes from the nomenclature SIRUTA: names as they are officially called beside names as people say them,
-- found by any part, matched with what lists of tower blocks call a county and a locality. Imports of what no org owns.

create extension if not exists pg_trgm;

-- A place as lists write it, for comparing: without case, diacritics, rank (municipiul, com.) and punctuation, and with the
-- spelling of before 1993 (Hîrșova) brought to today's. "Mun. Piatra-Neamț" and "PIATRA NEAMT" are one, as are "Sector 1" and
-- "Sectorul 1".
create function place_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(
    trim(regexp_replace(
      fold(regexp_replace(lower(value), '(?<=[[:alpha:]])î(?=[[:alpha:]])', 'â', 'g')), '[^[:alnum:]]+', ' ', 'g')),
    '^(judetul|judet|jud|municipiul|mun|orasul|oras|or|comuna|com|satul|sat|localitatea|loc) (?=.)', ''),
    '^sectorul ', 'sector ')
$$;

alter table gis_node add column official_name text not null default '' check (char_length(official_name) <= 160);
alter table gis_node add column search text collate "C" not null
  generated always as (fold(official_name || ' ' || name)) stored;
alter table gis_node add column match_key text collate "C" not null generated always as (place_key(name)) stored;
alter table gis_node_history add column official_name text not null default '';
alter table gis_node_history add column search text collate "C";
alter table gis_node_history add column match_key text collate "C";
drop view gis_node_version;
create view gis_node_version with (security_invoker = true) as
  select * from gis_node union all select * from gis_node_history;
grant select on gis_node_version to noa_app;

create unique index gis_node_siruta_taken on gis_node (siruta);
create index on gis_node using gin (search gin_trgm_ops);
create index on gis_node (kind, match_key);
create index on gis_node (name_key, id);

-- Nobody's imports: only who reaches everything sees them (policy in_scope).
alter table import_problem drop constraint import_problem_org_id_job_id_fkey;
alter table import_problem drop constraint import_problem_pkey;
alter table import_job drop constraint import_job_pkey;
alter table import_job alter column org_id drop not null;
alter table import_job add primary key (id);
alter table import_job drop constraint import_job_id_key;
alter table import_problem alter column org_id drop not null;
alter table import_problem add primary key (job_id, position);
alter table import_problem add foreign key (job_id) references import_job (id) on delete cascade;
alter table import_mapping drop constraint import_mapping_pkey;
alter table import_mapping alter column org_id drop not null;
alter table import_mapping add constraint import_mapping_key unique nulls not distinct (org_id, kind, header_hash);

alter table import_job drop constraint import_job_kind_check;
alter table import_job add check (kind in ('buildings', 'siruta'));
alter table import_job add check ((kind = 'siruta') = (org_id is null));

-- What is worth a look, but no reason to stop.
alter table import_problem add column is_warning boolean not null default false;

-- Counts name their kinds now.
update import_job set counts = jsonb_build_object(
  'rows', counts -> 'rows', 'problems', counts -> 'problems', 'warnings', 0,
  'changes', counts - 'rows' - 'problems')
where counts is not null;
