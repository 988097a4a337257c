-- What a lock said under a number that is taken is kept as long as events are, and like them loses who it was by the org's term. It went with
-- who it was: within the hour where an org keeps nobody, as orgs do by default; and of status updates it never went.
create or replace function forget_identities(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  term integer := (select identity_days from org_settings where org_id = in_org);
  until timestamptz := identity_kept_from(term);
  acts_until timestamptz := identity_kept_from(greatest(term, 90));
  today date := (now() at time zone 'UTC')::date;
  reached timestamptz; -- by a term that held until a moment, nothing went of what came after it
  longest integer;
  lost timestamptz; -- the last that is not known of
  forgotten integer := 0;
begin
  select greatest(until, max(least(identity_kept_from(v.identity_days), v.valid_to))),
    max(v.identity_days) filter (where v.valid_to > now() - make_interval(days => v.identity_days + 2))
  into reached, longest
  from org_settings_version v where v.org_id = in_org and v.valid_to <= now();
  if longest > term then
    with due as (
      select forget_on, event_id from event_identity
      where org_id = in_org and occurred_at < case when actor is null then until else acts_until end and forget_on > today
        and forget_on <= (until at time zone 'UTC')::date + greatest(longest, 90) + 1
      limit in_limit)
    delete from event_identity i using due d where i.forget_on = d.forget_on and i.event_id = d.event_id;
    get diagnostics forgotten = row_count;
  end if;
  if forgotten < in_limit then
    -- Who is taken from what was set aside as well; what then says the same as another stays once.
    delete from card_event_set_aside s using (
      select id, row_number() over (
        partition by container_id, boot_number, event_number, kind, device_at, list_version order by serial_number is not null, id) as place
      from card_event_set_aside where org_id = in_org and (received_at < until or serial_number is null)) same
    where s.org_id = in_org and s.id = same.id and same.place > 1;
    update card_event_set_aside set serial_number = null
    where org_id = in_org and received_at < until and serial_number is not null;
  end if;
  select max(occurred_at) into lost from stored_event
  where org_id = in_org and occurred_at < reached and (anonymous or forget_on <= today);
  insert into event_forgetting as f (org_id, unknown_before, deleted_before, acts_deleted_before, deletions)
  values (in_org,
    case when lost is not null or forgotten > 0 then greatest(until, lost + interval '1 microsecond') else '-infinity' end,
    case when forgotten > 0 then until else '-infinity' end, case when forgotten > 0 then acts_until else '-infinity' end,
    sign(forgotten))
  on conflict (org_id) do update set
    unknown_before = greatest(f.unknown_before,
      case when f.deletions > 0 then until else '-infinity' end, excluded.unknown_before),
    deleted_before = greatest(f.deleted_before, excluded.deleted_before),
    acts_deleted_before = greatest(f.acts_deleted_before, excluded.acts_deleted_before), deletions = f.deletions + excluded.deletions
  where (f.unknown_before, f.deletions) is distinct from (greatest(f.unknown_before,
    case when f.deletions > 0 then until else '-infinity' end, excluded.unknown_before), f.deletions + excluded.deletions);
  return forgotten;
end $$;

-- As before, and what was set aside in these months.
create or replace function forget_events(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := events_kept_from(in_org);
  forgotten integer;
  files integer;
begin
  with due as (
    select occurred_at, id, forget_on from stored_event
    where org_id = in_org and occurred_at < until order by occurred_at, id limit in_limit),
  nobody as (
    delete from event_identity i using due d where i.forget_on = d.forget_on and i.event_id = d.id)
  delete from stored_event e using due d
  where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id;
  get diagnostics forgotten = row_count;
  delete from card_event_set_aside where org_id = in_org and received_at < until;
  delete from status_update_set_aside where org_id = in_org and received_at < until;
  with gone as (
    delete from cold_file where org_id = in_org and month < (until at time zone 'UTC')::date returning name)
  insert into cold_leftover select name from gone;
  get diagnostics files = row_count;
  if forgotten + files > 0 then
    insert into event_forgetting as f (org_id, kept_from) values (in_org, until)
    on conflict (org_id) do update set kept_from = greatest(f.kept_from, excluded.kept_from);
  end if;
  return forgotten + files;
end $$;
