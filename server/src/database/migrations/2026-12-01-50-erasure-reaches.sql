-- What is known of former occupiers goes when its time is over, as settings have long said; an erasure reaches what was kept of them elsewhere
-- (decision 95).

-- All that is kept of an occupier is taken away for who asks; the audit says by whom and why.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check
  check (action in ('reveal_id_number', 'erase_occupier', 'take_file', 'restore_database', 'export_org', 'import_org'));

create index apartment_history_named on apartment_history (org_id, valid_to)
  where num_nonnulls(occupier_name, occupier_first_name, occupier_id_number_cipher) > 0;

-- Empties versions of apartments that name an occupier who left before the org's term for it, at most so many.
create function forget_former_occupiers(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := now() - make_interval(months => (
    select personal_data_retention_months from org_settings where org_id = in_org));
  forgotten integer;
begin
  with due as (
    select h.id, h.row_id from apartment_history h
    where h.org_id = in_org and h.valid_to <= until
      and num_nonnulls(h.occupier_name, h.occupier_first_name, h.occupier_id_number_cipher) > 0
      -- Who lives there now, or did within the term, has not left for so long.
      and not exists (
        select from apartment_version l where l.org_id = h.org_id and l.id = h.id and l.valid_to > until
          and (l.occupier_name, l.occupier_first_name) is not distinct from (h.occupier_name, h.occupier_first_name)
          and l.occupier_kind = h.occupier_kind)
    order by h.valid_to limit in_limit)
  update apartment_history h set occupier_name = null, occupier_first_name = null, occupier_id_number_cipher = null,
    occupier_id_number_hash = null, occupier_id_number_mask = null
  from due d where h.id = d.id and h.row_id = d.row_id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- What imports keep of their files goes a month after they came in: files that nobody applied, and what stood in rows that were wrong.
create function forget_imports() returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  forgotten integer;
  more integer;
begin
  update import_job set content = null, state = 'cancelled', finished_at = coalesce(finished_at, now())
  where state in ('uploaded', 'checked', 'failed') and created_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  update import_problem p set value = null from import_job j
  where j.id = p.job_id and j.created_at < now() - interval '30 days' and p.value is not null;
  get diagnostics more = row_count;
  return forgotten + more;
end $$;
create index import_problem_told on import_problem (job_id) where value is not null;

-- The text that an address has after its question mark; one that is none, as it is.
create function url_decoded(value text) returns text language plpgsql immutable strict
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select convert_from(string_agg(case when part ~ '^%..$'
      then decode(substr(part, 2), 'hex') else convert_to(part, 'UTF8') end, ''::bytea order by n), 'UTF8')
    from (select m.found[1] as part, n
      from regexp_matches(replace(value, '+', ' '), '(%[0-9a-fA-F]{2}|[^%]+|%)', 'g') with ordinality as m (found, n)) as parts);
exception when character_not_in_repertoire or untranslatable_character then
  return value;
end $$;

/* Removes what was kept of an apartment's occupiers beside its record, before its versions are emptied: of all whom they name but who lives
   there now. Gives how many kept reports went: they never change, so one that names the apartment or a card of it goes as a whole. */
create function erase_occupier_traces(in_org uuid, in_apartment uuid) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  present apartment := (select a from apartment a where org_id = in_org and id = in_apartment);
  is_empty boolean := num_nonnulls(present.occupier_name, present.occupier_first_name) = 0;
  names text[]; -- as somebody writes them; one name alone is no person
  ids text[];
  gone integer;
begin
  if not (scope_all() or in_org = any (scope_orgs())) then
    raise exception 'The apartment is out of scope' using errcode = 'insufficient_privilege';
  end if;
  select coalesce(array_agg(distinct '%' || regexp_replace(n.name, '([\\%_])', '\\\1', 'g') || '%'), '{}') into names
  from (
    select fold(occupier_first_name || ' ' || occupier_name) as name from apartment_history
      where org_id = in_org and id = in_apartment
        and (occupier_name, occupier_first_name) is distinct from (present.occupier_name, present.occupier_first_name)
    union select fold(occupier_name || ' ' || occupier_first_name) from apartment_history
      where org_id = in_org and id = in_apartment
        and (occupier_name, occupier_first_name) is distinct from (present.occupier_name, present.occupier_first_name)
    union select fold(occupier_name) from apartment_history
      where org_id = in_org and id = in_apartment and occupier_first_name is null
        and (occupier_name, occupier_first_name) is distinct from (present.occupier_name, present.occupier_first_name)
  ) n
  where char_length(n.name) >= 5 and n.name like '% %';
  select array_agg('%' || id || '%') into ids from (
    select in_apartment as id
    union select card_id from apartment_card_version where org_id = in_org and apartment_id = in_apartment) i;

  delete from kept_report
  where (all_orgs or in_org = any (org_ids)) and (content like any (ids) or fold(title) like any (names));
  get diagnostics gone = row_count;
  delete from saved_view v
  where (v.org_id is null or v.org_id = in_org)
    and (fold(url_decoded(v.search)) like any (names) or fold(v.name) like any (names));
  update import_problem p set value = null from import_job j
  where j.id = p.job_id and j.org_id = in_org and p.value is not null
    and (fold(p.value) like any (names) or p.value ~ '\d{13}' or fold(p.value) in (
      select fold(h.occupier_name) from apartment_history h where h.org_id = in_org and h.id = in_apartment
      union select fold(h.occupier_first_name) from apartment_history h where h.org_id = in_org and h.id = in_apartment));
  update import_job set file_name = '-' where org_id = in_org and fold(file_name) like any (names);
  update bulk_job set reason = null where org_id = in_org and fold(reason) like any (names);
  update card_request set reason = '-'
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  update card_request_history set reason = '-'
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  update event_identity set reason = null
  where org_id = in_org and apartment_id = in_apartment and reason is not null and (is_empty or fold(reason) like any (names));
  return gone;
end $$;

revoke execute on function forget_former_occupiers(uuid, integer), forget_imports(), url_decoded(text),
  erase_occupier_traces(uuid, uuid) from public;
grant execute on function forget_former_occupiers(uuid, integer), forget_imports(), erase_occupier_traces(uuid, uuid) to noa_app;
