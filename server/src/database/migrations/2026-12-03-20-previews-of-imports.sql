-- The first rows of a file are shown until it is applied or given up, and were kept for ever: names in clear text, which neither an erasure nor
-- any term reached (decision 95).

-- What was shown of a file that is done with, and of one that names somebody.
create function without_preview(format jsonb) returns jsonb language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case when format ? 'preview' then jsonb_set(format, '{preview}', '[]') else format end
$$;

create function forget_preview() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.format := without_preview(new.format);
  return new;
end $$;
create trigger forget_preview before insert or update on import_job for each row
  when (new.state in ('applied', 'undone', 'cancelled')) execute function forget_preview();
update import_job set format = without_preview(format) where state in ('applied', 'undone', 'cancelled');

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
  update import_job set format = jsonb_set(format, '{header}', '[]')
  where created_at < now() - interval '30 days' and content is null and format -> 'header' <> '[]';
  get diagnostics headers = row_count;
  return forgotten + more + headers;
end $$;
create index import_job_header on import_job (created_at) where format -> 'header' <> '[]';

/* Removes what was kept of an apartment's occupiers beside its record, before its versions are emptied: of all whom they name but who lives
   there now. Gives how many kept reports went: they never change, so one that names the apartment or a card of it goes as a whole. */
create or replace function erase_occupier_traces(in_org uuid, in_apartment uuid) returns integer language plpgsql security definer
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
  -- There a name may be in a cell and a first name in another: whoever is called so is enough.
  update import_job j set format = jsonb_set(without_preview(format), '{header}',
    case when said.in_header then '[]' else coalesce(format -> 'header', '[]') end)
  from (
    select k.id, bool_or(strpos(fold(k.format ->> 'header'), n.name) > 0) as in_header
    from import_job k cross join (
      select fold(occupier_name) as name from apartment_history where org_id = in_org and id = in_apartment
        and (occupier_name, occupier_first_name) is distinct from (present.occupier_name, present.occupier_first_name)) n
    where k.org_id = in_org and char_length(n.name) > 1
      and (strpos(fold(k.format ->> 'preview'), n.name) > 0 or strpos(fold(k.format ->> 'header'), n.name) > 0)
    group by k.id) said
  where j.org_id = in_org and j.id = said.id;
  update bulk_job set reason = null where org_id = in_org and fold(reason) like any (names);
  update card_request set reason = '-'
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  update card_request_history set reason = '-'
  where org_id = in_org and reason is not null and (apartment_id = in_apartment and is_empty or fold(reason) like any (names));
  update event_identity set reason = null
  where org_id = in_org and apartment_id = in_apartment and reason is not null and (is_empty or fold(reason) like any (names));
  return gone;
end $$;
