-- Whoever was known already when an address of theirs was invited, as their provider vouched for it only later, or told another one before, was
-- never given what they were invited to: an invitation was taken over by a first sign-in alone, and kept the address for itself.

-- Gives an account the memberships of the one that was invited by its address, which goes unless more hangs on it. Security definer: where
-- somebody belongs is written before there is a scope.
create function accept_invitation(in_account uuid, in_email text) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  invited uuid;
begin
  select id into invited from account where lower(email) = lower(in_email) and subject is null and blocked_at is null for update;
  if invited is null then
    return;
  end if;
  with moved as (delete from org_member where account_id = invited returning org_id, since)
  insert into org_member (org_id, account_id, since) select org_id, in_account, since from moved
  on conflict do nothing;
  with moved as (delete from manager_member where account_id = invited returning org_id, manager_id, since)
  insert into manager_member (org_id, manager_id, account_id, since) select org_id, manager_id, in_account, since from moved
  on conflict do nothing;
  begin
    delete from account where id = invited;
  exception when foreign_key_violation then
    null; -- as of an org that was brought in: what people had done there stays theirs
  end;
end $$;
revoke execute on function accept_invitation(uuid, text) from public;
grant execute on function accept_invitation(uuid, text) to noa_app;
