-- Who may open what, as the locks get it: for each container group the cards on its list, changed in the transaction that
-- causes the change, and numbered so that a lock can ask for what is new since the version it holds.

-- Who holds a right to a container group, whatever the status of the card: the one definition behind mayOpen, ingestion and
-- the lists (domain.md, "Who opens what", rules 1 and 2). A pair stands in it once for each rule that holds.
create view card_right with (security_invoker = true) as
  select h.org_id, j.container_group_id, h.card_id
  from apartment_card h
  join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
  join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
  join access_group_container_group j on j.org_id = e.org_id and j.access_group_id = e.access_group_id
  where h.active
  union all
  select c.org_id, j.container_group_id, c.id
  from access_group m
  join access_group_container_group j on j.org_id = m.org_id and j.access_group_id = m.id
  join card c on c.org_id = m.org_id
  where m.access_mode = 'open';

-- What the right comes to with the card's status. An erased card has none: its serial may belong to another one day.
create view card_due with (security_invoker = true) as
  select distinct r.org_id, r.container_group_id, r.card_id, c.serial_number,
    case c.status when 'normal' then 'admit' else 'refuse' end as action
  from card_right r
  join card c on c.org_id = r.org_id and c.id = r.card_id
  where c.status <> 'erased';

create sequence grant_version as bigint;

-- The list of a container group. Groups whose list never held anything have no row.
create table grant_list (
  org_id uuid not null,
  container_group_id uuid not null,
  version bigint not null,
  admitted integer not null, -- entries that admit
  changed_at timestamptz not null,
  primary key (org_id, container_group_id)
);

-- An entry of a list, with the version that changed it last. What left the list stays as `forget`: locks must be told. No
-- foreign keys: they would lock rows of the registry while others wait with theirs for the org's turn (settle_grants).
create table card_grant (
  org_id uuid not null,
  container_group_id uuid not null,
  card_id uuid not null,
  serial_number text collate "C" not null,
  action text not null check (action in ('admit', 'refuse', 'forget')),
  version bigint not null,
  primary key (org_id, container_group_id, card_id)
);
create index on card_grant (org_id, container_group_id, version);
create index on card_grant (org_id, card_id);
create index on card_grant (org_id, container_group_id, serial_number) where action = 'admit';

-- Versions that a lock may hold: each was the end of an answer once, with the checksum of what a lock then holds.
create table grant_offer (
  org_id uuid not null,
  container_group_id uuid not null,
  version bigint not null,
  checksum text not null check (checksum ~ '^[0-9a-f]{64}$'),
  admitted integer not null,
  primary key (org_id, container_group_id, version)
);

-- What a lock has told of its list.
create table container_sync (
  org_id uuid not null,
  container_id uuid not null,
  applied_version bigint, -- null: nothing that we know of
  applied_at timestamptz,
  asked_at timestamptz,
  failure text check (failure in ('failed', 'over_capacity', 'checksum')),
  failure_reason text check (char_length(failure_reason) <= 200),
  failed_at timestamptz,
  restart boolean not null default false, -- its list is not what it should be: the next one is whole
  primary key (org_id, container_id),
  foreign key (org_id, container_id) references container (org_id, id) on delete cascade
);

-- What a running transaction has touched. Empty between transactions; losing it in a crash loses nothing.
create unlogged table grant_mark (
  tx_id xid8 not null default pg_current_xact_id(),
  org_id uuid not null,
  kind text not null check (kind in ('card', 'apartment', 'entrance', 'access_group', 'container_group')),
  ids uuid[] not null
);
create index on grant_mark (tx_id);

create function mark_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_mark (org_id, kind, ids) select org_id, 'card', array_agg(id) from after group by org_id;
  else
    insert into grant_mark (org_id, kind, ids)
    select a.org_id, 'card', array_agg(a.id) from after a join before b on b.id = a.id where a.status <> b.status
    group by a.org_id;
  end if;
  return null;
end $$;
create trigger mark_new_cards after insert on card
  referencing new table as after for each statement execute function mark_cards();
create trigger mark_changed_cards after update on card
  referencing old table as before new table as after for each statement execute function mark_cards();

create function mark_holders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_mark (org_id, kind, ids) select org_id, 'card', array_agg(card_id) from after group by org_id;
  else
    insert into grant_mark (org_id, kind, ids) select org_id, 'card', array_agg(card_id) from before group by org_id;
  end if;
  return null;
end $$;
create trigger mark_new_holders after insert on apartment_card
  referencing new table as after for each statement execute function mark_holders();
create trigger mark_changed_holders after update on apartment_card
  referencing old table as before for each statement execute function mark_holders();
create trigger mark_former_holders after delete on apartment_card
  referencing old table as before for each statement execute function mark_holders();

create function mark_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'apartment' then
    insert into grant_mark (org_id, kind, ids)
    select a.org_id, 'apartment', array_agg(a.id) from after a join before b on b.id = a.id
    where a.entrance_id <> b.entrance_id group by a.org_id;
  elsif tg_table_name = 'entrance' then
    insert into grant_mark (org_id, kind, ids)
    select a.org_id, 'entrance', array_agg(a.id) from after a join before b on b.id = a.id
    where a.access_group_id is distinct from b.access_group_id group by a.org_id;
  else
    insert into grant_mark (org_id, kind, ids)
    select a.org_id, 'access_group', array_agg(a.id) from after a join before b on b.id = a.id
    where a.access_mode <> b.access_mode group by a.org_id;
  end if;
  return null;
end $$;
create trigger mark_moved_apartments after update on apartment
  referencing old table as before new table as after for each statement execute function mark_moved();
create trigger mark_moved_entrances after update on entrance
  referencing old table as before new table as after for each statement execute function mark_moved();
create trigger mark_opened_access_groups after update on access_group
  referencing old table as before new table as after for each statement execute function mark_moved();

create function mark_joined() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_mark (org_id, kind, ids)
    select org_id, 'container_group', array_agg(container_group_id) from after group by org_id;
  else
    insert into grant_mark (org_id, kind, ids)
    select org_id, 'container_group', array_agg(container_group_id) from before group by org_id;
  end if;
  return null;
end $$;
create trigger mark_joined after insert on access_group_container_group
  referencing new table as after for each statement execute function mark_joined();
create trigger mark_parted after delete on access_group_container_group
  referencing old table as before for each statement execute function mark_joined();

create function drop_grant_list() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from card_grant g using before b where g.org_id = b.org_id and g.container_group_id = b.id;
  delete from grant_offer o using before b where o.org_id = b.org_id and o.container_group_id = b.id;
  delete from grant_list l using before b where l.org_id = b.org_id and l.container_group_id = b.id;
  return null;
end $$;
create trigger drop_grant_list after delete on container_group
  referencing old table as before for each statement execute function drop_grant_list();

-- Writes the difference between what is due and what the lists say, for pairs of these cards or of these container groups.
-- Each list that changes gets a new version, the same in all its changed entries.
create function write_grants(in_org uuid, in_cards uuid[], in_groups uuid[]) returns void language sql
security definer set search_path = public, pg_temp as $$
  with due as materialized (
    select container_group_id, card_id, serial_number, action from card_due
    where org_id = in_org and card_id = any (in_cards)
    union
    select container_group_id, card_id, serial_number, action from card_due
    where org_id = in_org and container_group_id = any (in_groups)),
  held as materialized (
    select container_group_id, card_id, serial_number, action from card_grant
    where org_id = in_org and card_id = any (in_cards)
    union
    select container_group_id, card_id, serial_number, action from card_grant
    where org_id = in_org and container_group_id = any (in_groups)),
  change as materialized (
    select container_group_id, card_id, coalesce(d.serial_number, h.serial_number) as serial_number,
      coalesce(d.action, 'forget') as action, h.action as was
    from due d full join held h using (container_group_id, card_id)
    where coalesce(d.action, 'forget') is distinct from h.action),
  list as (
    insert into grant_list as l (org_id, container_group_id, version, admitted, changed_at)
    select in_org, container_group_id, nextval('grant_version'), admitted, moment()
    from (
      select container_group_id,
        count(*) filter (where action = 'admit')
          - count(*) filter (where was = 'admit') as admitted
      from change group by 1 order by 1) c
    on conflict (org_id, container_group_id) do update
      set version = excluded.version, admitted = l.admitted + excluded.admitted, changed_at = excluded.changed_at
    returning container_group_id, version)
  insert into card_grant as g (org_id, container_group_id, card_id, serial_number, action, version)
  select in_org, c.container_group_id, c.card_id, c.serial_number, c.action, l.version
  from change c join list l using (container_group_id)
  on conflict (org_id, container_group_id, card_id) do update
    set serial_number = excluded.serial_number, action = excluded.action, version = excluded.version
$$;

-- At the end of each transaction that touched anything: brings the lists up to date. Transactions of one org take turns, so
-- that the later one sees what the earlier one did and numbers follow commits; what a mark stands for is looked up only
-- after the turn has come, or a card handed out meanwhile behind an entrance that moves would be missed.
create function settle_grants() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  marks grant_mark[];
  org uuid;
begin
  with taken as (delete from grant_mark where tx_id = pg_current_xact_id() returning grant_mark)
  select array_agg(taken.grant_mark) into marks from taken;
  for org in select distinct m.org_id from unnest(marks) m order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('noa.grants ' || org, 0));
    perform write_grants(
      org,
      array(
        select unnest(m.ids) from unnest(marks) m where m.org_id = org and m.kind = 'card'
        union
        select h.card_id from apartment_card h
        where h.org_id = org and h.active and h.apartment_id in (
          select unnest(m.ids) from unnest(marks) m where m.org_id = org and m.kind = 'apartment'
          union
          select a.id from apartment a where a.org_id = org and a.entrance_id in (
            select unnest(m.ids) from unnest(marks) m where m.org_id = org and m.kind = 'entrance'))),
      array(
        select unnest(m.ids) from unnest(marks) m where m.org_id = org and m.kind = 'container_group'
        union
        select j.container_group_id from access_group_container_group j where j.org_id = org and j.access_group_id in (
          select unnest(m.ids) from unnest(marks) m where m.org_id = org and m.kind = 'access_group')));
  end loop;
  return null;
end $$;
create constraint trigger settle_grants after insert on grant_mark
  deferrable initially deferred for each row execute function settle_grants();

-- What the lists say against what is due, over everything: nothing, unless something is wrong (npm run check:grants).
create function grant_differences() returns table (org_id uuid, container_group_id uuid, card_id uuid, held text, due text)
language sql stable security definer set search_path = public, pg_temp as $$
  select org_id, container_group_id, card_id, h.action, d.action
  from (select * from card_grant where action <> 'forget') h
  full join card_due d using (org_id, container_group_id, card_id)
  where h.action is distinct from d.action or h.serial_number is distinct from d.serial_number
$$;
revoke execute on function grant_differences(), write_grants(uuid, uuid[], uuid[]) from public;

-- Registries that are older than this migration get their lists now.
select write_grants(g.org_id, '{}', array_agg(g.id)) from container_group g group by g.org_id;

grant select on card_right, card_due, grant_list, card_grant, grant_offer, container_sync to noa_app;
grant insert on grant_offer to noa_app;
grant insert, update on container_sync to noa_app;

call protect('grant_list', 'container_group_id = any ((select scope_container_groups())::uuid[])');
call protect('card_grant', 'card_id = any ((select scope_cards())::uuid[])');
call protect('grant_offer', 'false');
call protect('container_sync', 'container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
