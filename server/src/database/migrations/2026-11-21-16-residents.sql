-- What residents reach, exactly: the containers their cards open, and nothing of who held a card or lived there before.

-- Container groups of these orgs that let in more than the residents they are joined to: anybody, or any card of the org.
-- Security definer: which access groups are open decides, seen or not.
create function open_container_groups(orgs uuid[]) returns uuid[] language sql stable security definer set search_path = public as $$
  select array(
    select g.id from container_group g
    where g.org_id = any (orgs) and (
      g.access_mode = 'open'
      or exists (
        select from access_group_container_group j
        join access_group m on m.org_id = j.org_id and m.id = j.access_group_id
        where j.org_id = g.org_id and j.container_group_id = g.id and m.access_mode = 'open')))
$$;

create or replace function scope_container_groups() returns uuid[] language sql stable security definer set search_path = public as $$
  select array(
    select container_group_id from access_group_container_group where access_group_id = any (scope_access_groups()))
    || case when scope_apartments() = '{}' then '{}'::uuid[]
      else open_container_groups(array(select org_id from apartment where id = any (scope_apartments()))) end
$$;

-- A hand-out and an event belong to the apartment they name: who holds a card today need not know who held it before.
drop policy in_scope on apartment_card;
drop policy in_scope on apartment_card_history;
drop policy in_scope on card_event;
call protect('apartment_card', 'apartment_id = any ((select scope_apartments())::uuid[])
  or apartment_id in (select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');
call protect('card_event', 'entrance_id = any ((select scope_managed_entrances())::uuid[])
  or apartment_id = any ((select scope_apartments())::uuid[])');
