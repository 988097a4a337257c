-- The application signs in with a login of its own (logins.ts), which owns nothing and is a member of noa_app: there is no
-- owner behind it to go back to. So what noa_app may do is all that can be done through the application.

-- The embedded OpenID provider has another login, of a role that reaches its three tables and nothing else.
do $$
begin
  if not exists (select from pg_roles where rolname = 'noa_provider') then
    create role noa_provider nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database of the same cluster was faster
end $$;
revoke all on provider_item, provider_user, provider_key from noa_app;
grant usage on schema public to noa_provider;
grant select, insert, update, delete on provider_item to noa_provider;
grant select, insert on provider_user, provider_key to noa_provider;

-- The passwords of these logins, encrypted with the data key: several servers sign in with the same. For the owner alone.
create table application_login (
  name name primary key,
  password_cipher bytea not null
);

revoke create on schema public from public;

-- Whatever runs with its owner's rights looks for names in these places only; without its mention, a caller's temporary
-- objects would come first.
do $$
declare
  routine record;
begin
  for routine in
    select p.oid::regprocedure as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (p.prosecdef or exists (select from unnest(p.proconfig) setting where setting like 'search_path=%'))
  loop
    execute format('alter routine %s set search_path = pg_catalog, public, pg_temp', routine.signature);
  end loop;
  -- What anybody may call by default is for the application, not for every login of the cluster.
  for routine in
    select p.oid::regprocedure as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('revoke execute on routine %s from public', routine.signature);
    execute format('grant execute on routine %s to noa_app', routine.signature);
  end loop;
end $$;

-- As before, with the schema of what it makes said.
create or replace function ensure_month(parent text, month date) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  first_day date := date_trunc('month', month)::date;
  partition text := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
begin
  if parent not in ('card_event', 'status_update') then
    raise exception 'no table % by month', parent;
  end if;
  if to_regclass('public.' || partition) is null then
    perform pg_advisory_xact_lock(hashtext(partition));
    -- Asked of the table itself: names are looked up in a cache that an advisory lock does not renew.
    if not exists (select from pg_class where relname = partition and relnamespace = 'public'::regnamespace) then
      execute format('create table public.%I (like public.%I including all)', partition, parent);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, partition,
        first_day::timestamp at time zone 'UTC', (first_day + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end if;
end $$;

-- Versions are written by a trigger with its owner's rights: nobody else writes history.
do $$
declare
  history name;
begin
  for history in
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname like '%\_history'
  loop
    execute format('revoke insert, update, delete, truncate on %I from noa_app', history);
  end loop;
end $$;
revoke insert, update, delete on deletion from noa_app;

create or replace procedure make_versioned(kind text) language plpgsql as $$
begin
  execute format('create table %I (like %I)', kind || '_history', kind);
  execute format('alter table %I add primary key (id, row_id)', kind || '_history');
  execute format('create index on %I (valid_to, valid_from)', kind || '_history');
  execute format(
    'create view %I with (security_invoker = true) as select * from %I union all select * from %I',
    kind || '_version', kind, kind || '_history');
  execute format(
    'create trigger keep_version before update or delete on %I for each row execute function keep_version()', kind);
  execute format('grant select, insert, update, delete on %I to noa_app', kind);
  execute format('grant select on %I to noa_app', kind || '_history');
  execute format('grant select on %I to noa_app', kind || '_version');
end $$;

-- The audit is appended to by this function alone: within the scope of the transaction, in the name of its actor.
revoke insert on audit_entry from noa_app;
drop policy beside_scope on audit_entry;
create function append_audit(in_org uuid, in_action text, in_kind text, in_record uuid, in_account uuid, in_purpose text)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- What a manager's members do to the apartments they look after is recorded in the org that owns them.
  if not (scope_all() or in_org = any (scope_orgs()) or in_org = any (scope_managed_orgs())) then
    raise exception 'The org is out of scope' using errcode = 'insufficient_privilege';
  end if;
  insert into audit_entry (org_id, action, kind, record_id, account_id, purpose)
  values (in_org, in_action, in_kind, in_record, in_account, in_purpose);
end $$;
revoke execute on function append_audit(uuid, text, text, uuid, uuid, text) from public;
grant execute on function append_audit(uuid, text, text, uuid, uuid, text) to noa_app;
