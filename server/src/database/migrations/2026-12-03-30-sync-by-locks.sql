-- Whether it is a lock that has told what list it has: people may write of a `sync` as well, and counted as the lock's own word, which makes a
-- silent lock one that was heard (decision 18).
alter table status_update add column acknowledged boolean not null default false;

-- What was told before: whoever has an account is a person.
update status_update u set acknowledged = true
where u.kind = 'sync' and u.update_number is null and u.actor is not null
  and not exists (select from account a where u.actor = a.email or u.actor = a.id::text);

create or replace function status_since(of_org uuid, of_container uuid, of_kind text, of_level text) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with other as (
    select u.occurred_at, u.id from status_update u
    where u.org_id = of_org and u.container_id = of_container and u.kind = of_kind and u.level <> of_level
      and (u.kind <> 'sync' or u.acknowledged or u.update_number is not null)
    order by u.occurred_at desc, u.id desc limit 1)
  select min(u.occurred_at) from status_update u
  where u.org_id = of_org and u.container_id = of_container and u.kind = of_kind
    and (u.kind <> 'sync' or u.acknowledged or u.update_number is not null)
    and u.occurred_at >= coalesce((select occurred_at from other), '-infinity')
    and (u.occurred_at, u.id) > (coalesce((select occurred_at from other), '-infinity'), coalesce((select id from other), 0))
$$;

-- What people wrote since the lock spoke last is in history, and no longer its status.
update container_status s set level = u.level, value = u.value, occurred_at = u.occurred_at, status_update_id = u.id,
  since = case when u.level in ('error', 'warning') then coalesce(status_since(u.org_id, u.container_id, u.kind, u.level), u.occurred_at) end
from container_status o
join status_update w on w.org_id = o.org_id and w.container_id = o.container_id and w.id = o.status_update_id
join lateral (
  select * from status_update u
  where u.org_id = o.org_id and u.container_id = o.container_id and u.kind = 'sync' and (u.acknowledged or u.update_number is not null)
  order by u.occurred_at desc, u.id desc limit 1) u on true
where o.kind = 'sync' and not w.acknowledged and w.update_number is null
  and s.org_id = o.org_id and s.container_id = o.container_id and s.kind = 'sync';

-- A container of which only people have told may be deleted, as no lock is bound to it; what they said stays in history.
alter table container_status drop constraint container_status_org_id_container_id_fkey;
alter table container_status add foreign key (org_id, container_id) references container (org_id, id) on delete cascade;
