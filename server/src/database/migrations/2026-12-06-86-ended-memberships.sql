-- Whose membership has ended, in whichever way (by hand, with its org or manager, with an import that is undone): where Noa keeps the accounts, a server
-- takes back what roles they have for nothing else, and then this row goes.
create table ended_membership (
  org_id uuid not null,
  account_id uuid not null,
  ended_at timestamptz not null default clock_timestamp(),
  primary key (org_id, account_id)
);
call protect('ended_membership', 'false');
grant select, update, delete on ended_membership to noa_app;

create function note_ended_membership() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ended_membership (org_id, account_id) values (old.org_id, old.account_id)
  on conflict (org_id, account_id) do update set ended_at = excluded.ended_at;
  return null;
end $$;
create trigger note_ended_membership after delete on org_member for each row execute function note_ended_membership();
create trigger note_ended_membership after delete on manager_member for each row execute function note_ended_membership();
