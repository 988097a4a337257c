-- The registry as it was: every versioned table again, under its own name, in a schema that a transaction of the past looks
-- at before any other (transaction.ts). So a query need not know whether it reads the present or the past. Made anew after
-- each change of the tables, from whatever tables there are then.

create schema as_of;
grant usage on schema as_of to noa_app;

-- The moment a transaction of the past reads.
create function as_of.read_at() returns timestamptz language sql stable parallel safe as $$
  select current_setting('noa.as_of')::timestamptz
$$;

-- Whether every versioned table has its view here; a name without one would mean the table of today.
create function as_of.is_whole() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select not exists (
    select from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'keep_version' and c.relnamespace = 'public'::regnamespace
      and not exists (
        select from pg_class v where v.relname = c.relname and v.relnamespace = 'as_of'::regnamespace and v.relkind = 'v'))
$$;

-- Run at the beginning of each transaction of the past. Named with its schema: without the schema it fails as well.
create function as_of.begin_reading(moment timestamptz) returns void language plpgsql volatile as $$
begin
  if not as_of.is_whole() then
    raise exception 'The past cannot be read: views are missing in the schema as_of'
      using errcode = 'object_not_in_prerequisite_state', hint = 'Start the server again: it makes them.';
  end if;
  perform set_config('noa.as_of', moment::text, true), set_config('search_path', 'pg_catalog, as_of, public, pg_temp', true);
end $$;

do $$
declare
  kind name;
  columns text;
begin
  for kind in
    select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'keep_version' and c.relnamespace = 'public'::regnamespace
  loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns
    from pg_attribute
    where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped;
    execute format(
      'create view as_of.%1$I with (security_invoker = true) as
        select %3$s from public.%1$I where valid_from <= as_of.read_at() and as_of.read_at() < valid_to
        union all
        select %3$s from public.%2$I where valid_from <= as_of.read_at() and as_of.read_at() < valid_to',
      kind, kind || '_history', columns);
  end loop;
end $$;

-- What an entrance keeps of its block's address has been brought up to date since: as it was, it is the block's of then. Each is looked up: joined, the
-- blocks of all orgs are read, for one entrance too.
alter view as_of.entrance rename to entrance_as_kept;
do $$
declare
  columns text;
begin
  select string_agg(
    case attname
      when 'address_key' then
        $column$coalesce(t.addr_street_key || ' ' || t.addr_nr_key || ' ' || t.addr_bl_key || ' ' || t.id || ' ' || e.addr_sc_key,
          '') collate "C" as address_key$column$
      when 'search' then
        $column$coalesce(public.search_text(t.search || ' ' || e.addr_sc), '') collate "C" as search$column$
      else format('e.%I', attname)
    end, ', ' order by attnum) into columns
  from pg_attribute
  where attrelid = 'public.entrance'::regclass and attnum > 0 and not attisdropped;
  execute format(
    'create view as_of.entrance with (security_invoker = true) as
      select %s from as_of.entrance_as_kept e
      left join lateral (
        select * from as_of.tower_block where org_id = e.org_id and id = e.tower_block_id offset 0) t on true', columns);
end $$;

-- The newest status update of each kind per container, as far as was known to have happened by then.
create view as_of.container_status with (security_invoker = true) as
  select distinct on (org_id, container_id, kind)
    org_id, container_id, kind, level, value, occurred_at, id as status_update_id, null::timestamptz as since
  from public.status_update
  where occurred_at <= as_of.read_at()
  order by org_id, container_id, kind, occurred_at desc, id desc;

-- The fill that a container keeps to be ordered and found by is that of today: as it was, it is the status's of then.
alter view as_of.container rename to container_as_kept;
do $$
declare
  columns text;
begin
  select string_agg(
    case attname
      when 'fill_level_key' then
        $column$coalesce((
          select s.value::double precision from as_of.container_status s
          where s.org_id = c.org_id and s.container_id = c.id and s.kind = 'fill_level_pct'), -1) as fill_level_key$column$
      else format('c.%I', attname)
    end, ', ' order by attnum) into columns
  from pg_attribute
  where attrelid = 'public.container'::regclass and attnum > 0 and not attisdropped;
  execute format(
    'create view as_of.container with (security_invoker = true) as select %s from as_of.container_as_kept c', columns);
end $$;

-- Functions that look at the registry past row-level security, for what is asked of the past as well.
create function as_of.card_is_held(org uuid, card uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, as_of, public, pg_temp as $$
  select exists (select from apartment_card where org_id = org and card_id = card and active)
$$;

create function as_of.open_container_groups(orgs uuid[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, as_of, public, pg_temp as $$
  select array(
    select g.id from (select distinct unnest(orgs) as id) o
    cross join lateral (select id from container_group where org_id = o.id and access_mode = 'open' offset 0) g
    union
    select j.container_group_id from (select distinct unnest(orgs) as id) o
    cross join lateral (select id from access_group where org_id = o.id and access_mode = 'open' offset 0) m
    cross join lateral (
      select container_group_id from access_group_container_group where org_id = o.id and access_group_id = m.id offset 0) j)
$$;

grant select on all tables in schema as_of to noa_app;
