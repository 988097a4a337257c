-- What is done in somebody's name while they are not there (reports by e-mail) reaches as far as the last token that vouched
-- for them: a role that was taken away counts from their next sign-in on.
alter table account add column roles text[] not null default '{}';

drop function viewer_account(text, text);

-- Everything a request needs to know of its caller, in one statement. Security definer: where somebody belongs is what
-- scopes are made of, so it is read before there is a scope.
create function viewer_account(in_issuer text, in_subject text)
returns table (
  id uuid, email text, name text, last_seen_at timestamptz, roles text[], orgs jsonb, managers jsonb, apartments jsonb
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.email, a.name, a.last_seen_at, a.roles,
    (select coalesce(jsonb_agg(
        jsonb_build_object('id', o.id, 'name', o.name, 'enabled', o.enabled) order by o.name_key, o.id), '[]')
      from org_member m join org o on o.id = m.org_id
      where m.account_id = a.id),
    (select coalesce(jsonb_agg(
        jsonb_build_object('id', g.id, 'name', g.name, 'orgId', o.id, 'orgName', o.name, 'enabled', o.enabled)
        order by g.name_key, g.id), '[]')
      from manager_member m
      join manager g on (g.org_id, g.id) = (m.org_id, m.manager_id)
      join org o on o.id = m.org_id
      where m.account_id = a.id),
    (select coalesce(jsonb_agg(
        jsonb_build_object('id', m.apartment_id, 'orgId', o.id, 'orgName', o.name, 'enabled', o.enabled)
        order by m.apartment_id), '[]')
      from account_apartment m join org o on o.id = m.org_id
      where m.account_id = a.id)
  from account a
  where a.issuer = in_issuer and a.subject = in_subject
$$;
revoke execute on function viewer_account(text, text) from public;
grant execute on function viewer_account(text, text) to noa_app;
