-- Who looked at personal data or had it erased, when and why: kept so that nobody can change it unseen
-- (reliability.md, control 12).

create table audit_entry (
  number bigint primary key, -- from 1, without gaps
  at timestamptz not null,
  org_id uuid not null references org (id),
  actor text not null,
  account_id uuid references account (id),
  action text not null check (action in ('reveal_id_number', 'erase_occupier')),
  kind text not null, -- the kind of record it was done to, as the API calls it
  record_id uuid not null,
  purpose text not null check (char_length(purpose) between 3 and 200),
  previous_hash bytea not null,
  hash bytea not null
);
create index on audit_entry (org_id, number);

-- What an entry says, and the hash of the entry before it. No display of a time depends on anybody's time zone here.
create function audit_hash(entry audit_entry) returns bytea language sql immutable as $$
  select sha256(entry.previous_hash || convert_to(jsonb_build_array(entry.number, extract(epoch from entry.at),
    entry.org_id, entry.actor, entry.account_id, entry.action, entry.kind, entry.record_id, entry.purpose)::text, 'UTF8'))
$$;

-- What stands before the first entry.
create function audit_start() returns bytea language sql immutable as $$ select sha256('noa audit'::bytea) $$;

-- Writers queue here until they commit, so that each sees the entry before its own. Security definer: the chain runs
-- through all orgs, and a writer sees its own only.
create function chain_audit_entry() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  head audit_entry;
begin
  perform pg_advisory_xact_lock(hashtext('noa.audit'));
  select * into head from audit_entry order by number desc limit 1;
  new.number := coalesce(head.number, 0) + 1;
  new.at := clock_timestamp();
  new.actor := actor();
  new.previous_hash := coalesce(head.hash, audit_start());
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger chain before insert on audit_entry for each row execute function chain_audit_entry();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit is append-only';
end $$;
create trigger append_only before update or delete on audit_entry for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_entry execute function refuse_audit_change();

call protect('audit_entry', 'false');
-- What a manager's members do to the apartments they look after is recorded in the org that owns them.
create policy of_managed on audit_entry for insert with check (org_id = any ((select scope_managed_orgs())::uuid[]));
grant select, insert on audit_entry to noa_app;

-- The number of the first entry that is not as it was written, or that is missing; null when all are sound. Entries that are
-- cut off at the end leave no trace in the chain: compare the last hash with one noted elsewhere.
create function audit_first_broken() returns bigint language sql stable security definer
set search_path = public, pg_temp as $$
  select min(wanted) from (
    select row_number() over w as wanted, e.number, e.hash, e.previous_hash, audit_hash(e) as right_hash,
      coalesce(lag(e.hash) over w, audit_start()) as right_previous
    from audit_entry e window w as (order by e.number)) c
  where number <> wanted or hash <> right_hash or previous_hash <> right_previous
$$;
revoke execute on function audit_first_broken() from public;
grant execute on function audit_first_broken() to noa_app;

-- History is not to be rewritten, but for this: what was known of former occupiers, when they ask for it. Who may, the
-- scope says.
create function erase_occupier_versions(in_org uuid, in_apartment uuid) returns integer language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  emptied integer;
begin
  if not (scope_all() or in_org = any (scope_orgs())) then
    raise exception 'The apartment is out of scope';
  end if;
  update apartment_history set occupier_name = null, occupier_first_name = null, occupier_id_number_cipher = null,
    occupier_id_number_hash = null, occupier_id_number_mask = null
  where org_id = in_org and id = in_apartment
    and num_nonnulls(occupier_name, occupier_first_name, occupier_id_number_cipher, occupier_id_number_hash,
      occupier_id_number_mask) > 0;
  get diagnostics emptied = row_count;
  return emptied;
end $$;
revoke execute on function erase_occupier_versions(uuid, uuid) from public;
grant execute on function erase_occupier_versions(uuid, uuid) to noa_app;
