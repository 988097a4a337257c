-- What one org does moves no number that another sees (decision 34).

-- What ids and cursors are encrypted with for whoever reads them: one key for good, itself encrypted with the data key. For the
-- owner alone.
create table id_key (
  name text primary key,
  key_cipher bytea not null
);

-- Versions of lists were drawn from one sequence. Each org counts its own now: on from where it is, or a version that a lock
-- holds would name another list one day; and from some number that nobody guesses, so that a lock that came from elsewhere is
-- not taken to hold the list of here. Turns are those of settle_grants, one org's transactions one after the other.
create table grant_counter (
  org_id uuid primary key,
  version bigint not null -- the newest of all lists of the org
);
create function first_grant_version() returns bigint language sql volatile
set search_path = pg_catalog, public, pg_temp as $$
  select (random() * 1000000)::bigint
$$;
insert into grant_counter (org_id, version)
  select o.org_id, (select last_value from grant_version) + first_grant_version()
  from (select distinct org_id from grant_list union select distinct org_id from container_group) o;
call protect('grant_counter', 'false');

-- As before, with versions of the org's own.
create or replace function write_grants(in_org uuid, in_cards uuid[], in_groups uuid[]) returns void language sql
security definer set search_path = pg_catalog, public, pg_temp as $$
  with change as materialized (select * from grant_changes(in_org, in_cards, in_groups)),
  changed as materialized (
    select container_group_id, row_number() over (order by container_group_id) as place, admitted
    from (
      select container_group_id,
        count(*) filter (where action = 'admit')
          - count(*) filter (where was = 'admit') as admitted
      from change group by 1) c),
  counter as (
    insert into grant_counter as n (org_id, version)
    select in_org, first_grant_version() + count(*) from changed having count(*) > 0
    on conflict (org_id) do update set version = n.version + (select count(*) from changed)
    returning version),
  list as (
    insert into grant_list as l (org_id, container_group_id, version, admitted, changed_at)
    select in_org, container_group_id, counter.version - count(*) over () + place, admitted, moment()
    from changed cross join counter order by place
    on conflict (org_id, container_group_id) do update
      set version = excluded.version, admitted = l.admitted + excluded.admitted, changed_at = excluded.changed_at
    returning container_group_id, version)
  insert into card_grant as g (org_id, container_group_id, card_id, serial_number, action, version, changed_at)
  select in_org, c.container_group_id, c.card_id, c.serial_number, c.action, l.version, moment()
  from change c join list l using (container_group_id)
  on conflict (org_id, container_group_id, card_id) do update
    set serial_number = excluded.serial_number, action = excluded.action, version = excluded.version,
      changed_at = excluded.changed_at
$$;
drop sequence grant_version;
revoke execute on function first_grant_version() from public;
