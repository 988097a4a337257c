-- What an erasure did not reach: views that an org shares which serves the apartment; reasons of events that are not of the apartment's own
-- cards, as a job over many cards writes one reason beside each, and a card is blocked after it was taken back; and what the columns of a file were
-- called that has no header, and whose first row is somebody's. These words were kept for good, in the clear, with the import and for the next one
-- like it, which is by now known by places.

create index event_identity_reason on event_identity (org_id) where reason is not null;

delete from import_mapping where exists (select from jsonb_each_text(mapping) where value ~ '\d{13}');
-- With the header, a month after the file came in.
update import_job set mapping = '{}' where content is null and coalesce(format -> 'header', '[]') = '[]' and mapping <> '{}';

create or replace function forget_imports() returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  forgotten integer;
  more integer;
  headers integer;
begin
  update import_job set content = null, state = 'cancelled', finished_at = coalesce(finished_at, now())
  where state in ('uploaded', 'checked', 'failed') and created_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  update import_problem p set value = null from import_job j
  where j.id = p.job_id and j.created_at < now() - interval '30 days' and p.value is not null;
  get diagnostics more = row_count;
  -- A file without a header has its first row there.
  update import_job set format = jsonb_set(format, '{header}', '[]'), mapping = '{}'
  where created_at < now() - interval '30 days' and content is null and format -> 'header' <> '[]';
  get diagnostics headers = row_count;
  return forgotten + more + headers;
end $$;

-- What the columns of a file were called that something was taken from; of a mapping by places, no more than these.
create function said_columns(mapping jsonb) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(string_agg(value, chr(10)), '') from jsonb_each_text(mapping)
$$;
revoke execute on function said_columns(jsonb) from public;

/* Removes what was kept of an apartment's occupiers beside its record, before its versions are emptied: of all whom they name but who lives
   there now. Gives how many kept reports went: they never change, so one that names the apartment or a card of it goes as a whole. */
create or replace function erase_occupier_traces(in_org uuid, in_apartment uuid) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  present apartment := (select a from apartment a where org_id = in_org and id = in_apartment);
  is_empty boolean := num_nonnulls(present.occupier_name, present.occupier_first_name) = 0;
  names text[]; -- as somebody writes them; one name alone is no person
  surnames text[];
  ids text[];
  orgs uuid[] := in_org || array(
    select serving_org_id from apartment_org_version where org_id = in_org and apartment_id = in_apartment);
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
  where (all_orgs or org_ids && orgs) and (content like any (ids) or fold(title) like any (names));
  get diagnostics gone = row_count;
  delete from saved_view v
  where (v.org_id is null or v.org_id = any (orgs))
    and (fold(url_decoded(v.search)) like any (names) or fold(v.name) like any (names));
  update import_problem p set value = null from import_job j
  where j.id = p.job_id and j.org_id = in_org and p.value is not null
    and (fold(p.value) like any (names) or p.value ~ '\d{13}' or fold(p.value) in (
      select fold(h.occupier_name) from apartment_history h where h.org_id = in_org and h.id = in_apartment
      union select fold(h.occupier_first_name) from apartment_history h where h.org_id = in_org and h.id = in_apartment));
  update import_job set file_name = '-' where org_id = in_org and fold(file_name) like any (names);
  -- There a name may be in a cell and a first name in another: whoever is called so is enough.
  select coalesce(array_agg(distinct fold(occupier_name)), '{}') into surnames from apartment_history
  where org_id = in_org and id = in_apartment and char_length(fold(occupier_name)) > 1
    and (occupier_name, occupier_first_name) is distinct from (present.occupier_name, present.occupier_first_name);
  update import_job set format = without_preview(format)
  where org_id = in_org and exists (select from unnest(surnames) n where strpos(fold(format ->> 'preview'), n) > 0);
  update import_job set format = jsonb_set(without_preview(format), '{header}', '[]'), mapping = '{}'
  where org_id = in_org and exists (
    select from unnest(surnames) n where strpos(fold(concat(format ->> 'header', said_columns(mapping))), n) > 0);
  delete from import_mapping
  where org_id = in_org and exists (select from unnest(surnames) n where strpos(fold(said_columns(mapping)), n) > 0);
  update bulk_job set reason = null where org_id = in_org and fold(reason) like any (names);
  update card_request set reason = '-'
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  update card_request_history set reason = '-'
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  update event_identity set reason = null
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  return gone;
end $$;
