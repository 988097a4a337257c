-- How far who opened is not known any more: reports tell no figure that rests on it of days before. Unlike `anonymous_before`, which
-- follows the settings of the day, it never goes back: a longer term brings nobody back.
alter table event_forgetting add column unknown_before timestamptz not null default '-infinity'; -- no event has lost who by then

-- An org that has lost who so far: by each of its terms, at the end of it.
update event_forgetting f set unknown_before = greatest(f.anonymous_before, (
  select max(least(v.valid_to, now()) - make_interval(days => v.identity_days)) from org_settings_version v
  where v.org_id = f.org_id))
where exists (
  select from card_event e where e.org_id = f.org_id and e.occurred_at < now() and e.anonymous order by e.occurred_at limit 1);

-- Whoever is told figures of an org is told from when on they are known.
drop policy in_scope on event_forgetting;
call protect('event_forgetting', 'org_id = any ((select scope_named_orgs())::uuid[])');

-- As it was, and notes how far it came.
create or replace function forget_identities(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  term org_settings := (select s from org_settings s where org_id = in_org);
  until timestamptz := now() - make_interval(days => term.identity_days);
  since timestamptz := coalesce((
    select least(until, anonymous_before) - interval '1 day' from event_forgetting
    where org_id = in_org and settings_row_id = term.row_id), '-infinity');
  reached timestamptz;
  forgotten integer;
begin
  with due as (
    select occurred_at, id from card_event
    where org_id = in_org and occurred_at >= since and occurred_at < until and not anonymous
      and num_nonnulls(card_id, apartment_id, serial_number, actor, reason) > 0
    order by occurred_at, id limit in_limit),
  done as (
    update card_event e set card_id = null, apartment_id = null, serial_number = null, actor = null, reason = null,
      anonymous = true, tx_id = pg_current_xact_id()
    from due d where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id
    returning e.occurred_at)
  select count(*), max(occurred_at) into forgotten, reached from done;
  if forgotten < in_limit then
    delete from card_event_set_aside where org_id = in_org and received_at < until;
    reached := until;
  end if;
  insert into event_forgetting as f (org_id, anonymous_before, settings_row_id, unknown_before)
  values (in_org, reached, term.row_id, case when forgotten > 0 then until else '-infinity' end)
  on conflict (org_id) do update
    set anonymous_before = excluded.anonymous_before, settings_row_id = excluded.settings_row_id,
      -- Once anything was lost, what comes late is stored without who by the term of the day.
      unknown_before = case when forgotten > 0 or f.unknown_before > '-infinity'
        then greatest(f.unknown_before, until) else f.unknown_before end;
  return forgotten;
end $$;
