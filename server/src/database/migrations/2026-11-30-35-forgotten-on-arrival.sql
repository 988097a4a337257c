-- As it was, and notes also what came so late that it was stored without who, where nothing else was lost: figures of those days were told as 0.
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
  is_lost boolean;
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
  -- Once anything was lost, what comes late is stored without who by the term of the day; until then, few events are older than it.
  is_lost := forgotten > 0
    or exists (select from event_forgetting where org_id = in_org and unknown_before > '-infinity')
    or exists (select from card_event where org_id = in_org and occurred_at < until and anonymous);
  insert into event_forgetting as f (org_id, anonymous_before, settings_row_id, unknown_before)
  values (in_org, reached, term.row_id, case when is_lost then until else '-infinity' end)
  on conflict (org_id) do update
    set anonymous_before = excluded.anonymous_before, settings_row_id = excluded.settings_row_id,
      unknown_before = greatest(f.unknown_before, excluded.unknown_before);
  return forgotten;
end $$;
