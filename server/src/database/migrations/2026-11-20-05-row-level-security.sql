-- The second layer: PostgreSQL itself refuses rows out of the transaction's scope, should a query forget its condition.
-- A transaction that sets no scope sees nothing.

create function scope_all() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('noa.scope_all', true), '') = 'on'
$$;
create function scope_orgs() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('noa.scope_orgs', true), ''), '{}')::uuid[]
$$;
create function scope_managers() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('noa.scope_managers', true), ''), '{}')::uuid[]
$$;
create function scope_apartments() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('noa.scope_apartments', true), ''), '{}')::uuid[]
$$;

-- What follows from the managers and apartments of a scope. Security definer: a policy that read its own table through its
-- own policy would never end. Each is evaluated once a query (as an init plan), never once a row.
create function scope_managed_entrances() returns uuid[] language sql stable security definer set search_path = public as $$
  select case when scope_managers() = '{}' then '{}'::uuid[]
    else array(select id from entrance where manager_id = any (scope_managers())) end
$$;
create function scope_entrances() returns uuid[] language sql stable security definer set search_path = public as $$
  select case when scope_apartments() = '{}' then scope_managed_entrances()
    else scope_managed_entrances() || array(select entrance_id from apartment where id = any (scope_apartments())) end
$$;
create function scope_tower_blocks() returns uuid[] language sql stable security definer set search_path = public as $$
  select array(select tower_block_id from entrance where id = any (scope_entrances()))
$$;
create function scope_access_groups() returns uuid[] language sql stable security definer set search_path = public as $$
  select array(select access_group_id from entrance where id = any (scope_entrances()) and access_group_id is not null)
$$;
create function scope_container_groups() returns uuid[] language sql stable security definer set search_path = public as $$
  select array(
    select container_group_id from access_group_container_group where access_group_id = any (scope_access_groups()))
$$;
-- Cards handed to the apartments of the scope and, for a manager, the org's cards that nobody holds (to hand them out).
create function scope_cards() returns uuid[] language sql stable security definer set search_path = public as $$
  select array(
    select card_id from apartment_card
    where active and apartment_id in (
      select id from apartment where entrance_id = any (scope_managed_entrances()) or id = any (scope_apartments())))
$$;
create function scope_managed_orgs() returns uuid[] language sql stable security definer set search_path = public as $$
  select case when scope_managers() = '{}' then '{}'::uuid[]
    else array(select distinct org_id from manager where id = any (scope_managers())) end
$$;
-- Orgs whose name a caller may read: the ones it is a member of, and the owners of what it manages or lives in.
create function scope_named_orgs() returns uuid[] language sql stable security definer set search_path = public as $$
  select scope_orgs() || scope_managed_orgs() || array(select org_id from apartment where id = any (scope_apartments()))
$$;
create function card_is_held(card uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from apartment_card where card_id = card and active)
$$;

-- One policy a table: in scope when its org is, or by the further condition.
create procedure protect(kind text, further text) language plpgsql as $$
declare
  relation text;
begin
  foreach relation in array array[kind, kind || '_history'] loop
    if to_regclass(relation) is not null then
      execute format('alter table %I enable row level security', relation);
      execute format(
        'create policy in_scope on %I using ((select scope_all()) or org_id = any ((select scope_orgs())::uuid[]) or (%s))',
        relation, further);
    end if;
  end loop;
end $$;

call protect('org', 'id = any ((select scope_named_orgs())::uuid[])');
call protect('manager', 'id = any ((select scope_managers())::uuid[])');
call protect('tower_block', 'id = any ((select scope_tower_blocks())::uuid[])');
call protect('access_group', 'id = any ((select scope_access_groups())::uuid[])');
call protect('access_group_container_group', 'access_group_id = any ((select scope_access_groups())::uuid[])');
call protect('entrance', 'id = any ((select scope_entrances())::uuid[])');
call protect('apartment_org', 'serving_org_id = any ((select scope_orgs())::uuid[])');
call protect('apartment', 'entrance_id = any ((select scope_managed_entrances())::uuid[])
  or id = any ((select scope_apartments())::uuid[])
  or id in (select apartment_id from apartment_org where serving_org_id = any ((select scope_orgs())::uuid[]))');
call protect('container_group', 'id = any ((select scope_container_groups())::uuid[])');
call protect('container', 'container_group_id = any ((select scope_container_groups())::uuid[])');
call protect('card', 'id = any ((select scope_cards())::uuid[])
  or (org_id = any ((select scope_managed_orgs())::uuid[]) and not card_is_held(id))');
call protect('apartment_card', 'card_id = any ((select scope_cards())::uuid[])
  or apartment_id in (select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');
call protect('claim_code', 'apartment_id = any ((select scope_apartments())::uuid[])
  or apartment_id in (select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');
call protect('deletion', 'false');
call protect('ara_card', 'card_id = any ((select scope_cards())::uuid[])');
call protect('card_event', 'entrance_id = any ((select scope_managed_entrances())::uuid[])
  or apartment_id = any ((select scope_apartments())::uuid[])
  or card_id = any ((select scope_cards())::uuid[])');
-- A manager's members may act on cards of the org that nobody holds: such an event has no entrance to be in scope by.
create policy of_unheld_cards on card_event for insert
  with check (org_id = any ((select scope_managed_orgs())::uuid[]) and container_id is null);
call protect('card_event_receipt', 'false');
call protect('status_update', 'container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
call protect('status_update_receipt', 'false');
call protect('container_status', 'container_id in (select id from container where container_group_id = any ((select scope_container_groups())::uuid[]))');
call protect('import_job', 'false');
call protect('import_problem', 'false');
call protect('import_mapping', 'false');

-- Memberships are read before there is a scope, by the system itself.
call protect('org_member', 'false');
call protect('manager_member', 'false');
call protect('account_apartment', 'false');
call protect('gateway_client', 'false');

-- The address tree belongs to all; only the system writes it.
alter table gis_node enable row level security;
create policy everyone_reads on gis_node for select using (true);
create policy system_writes on gis_node using ((select scope_all()));
alter table gis_node_history enable row level security;
create policy everyone_reads on gis_node_history for select using (true);
create policy system_writes on gis_node_history using ((select scope_all()));
