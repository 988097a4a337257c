-- A version whose occupier was erased is told from one that never had one: restored, or taken for what was there before an import, it would
-- say that nobody lives there (decision 95).

-- False of every current row: it is versions that lose their occupier.
call add_version_column('apartment', 'occupier_erased', 'boolean',
  'not null default false constraint apartment_occupier_erased_check check (not occupier_erased)', 'false');
-- What a write moves to history has its value; this is for what is put there otherwise.
alter table apartment_history alter column occupier_erased set default false, alter column occupier_erased set not null;

create or replace function erase_occupier_versions(in_org uuid, in_apartment uuid) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  emptied integer;
begin
  if not (scope_all() or in_org = any (scope_orgs())) then
    raise exception 'The apartment is out of scope';
  end if;
  update apartment_history set occupier_name = null, occupier_first_name = null, occupier_id_number_cipher = null,
    occupier_id_number_hash = null, occupier_id_number_mask = null, occupier_erased = true
  where org_id = in_org and id = in_apartment
    and num_nonnulls(occupier_name, occupier_first_name, occupier_id_number_cipher, occupier_id_number_hash,
      occupier_id_number_mask) > 0;
  get diagnostics emptied = row_count;
  return emptied;
end $$;

create or replace function erase_undone_occupiers(in_org uuid, in_apartments uuid[], in_versions bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (scope_all() or in_org = any (scope_orgs())) then
    raise exception 'The apartments are out of scope';
  end if;
  update apartment_history h set occupier_name = null, occupier_first_name = null, occupier_id_number_cipher = null,
    occupier_id_number_hash = null, occupier_id_number_mask = null, occupier_erased = true
  from unnest(in_apartments, in_versions) as u (id, row_id)
  where h.org_id = in_org and h.id = u.id and h.row_id = u.row_id
    and num_nonnulls(h.occupier_name, h.occupier_first_name, h.occupier_id_number_cipher, h.occupier_id_number_hash,
      h.occupier_id_number_mask) > 0;
end $$;

create or replace function forget_former_occupiers(in_org uuid, in_limit integer) returns integer language plpgsql security definer
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
    occupier_id_number_hash = null, occupier_id_number_mask = null, occupier_erased = true
  from due d where h.id = d.id and h.row_id = d.row_id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- What was emptied before this was kept apart. Who erased an apartment's occupiers, and when, the audit says: of a version of before that says
-- nothing, nobody knows that it ever did, and it is taken for erased, so that no present occupier goes by it.
update apartment_history h set occupier_erased = true
where num_nonnulls(h.occupier_name, h.occupier_first_name, h.occupier_id_number_cipher) = 0
  and exists (
    select from audit_entry a
    where a.action = 'erase_occupier' and a.kind = 'apartment' and a.org_id = h.org_id and a.record_id = h.id and h.valid_to <= a.at);

-- Of those that an undone import had made, and that are over for longer than the term, only who says that somebody lived there has lost who it was.
update apartment_history h set occupier_erased = true
where not h.occupier_erased and h.occupier_kind in ('domestic', 'business')
  and num_nonnulls(h.occupier_name, h.occupier_first_name, h.occupier_id_number_cipher) = 0
  and (h.valid_to <= now() - make_interval(months => (
      select s.personal_data_retention_months from org_settings s where s.org_id = h.org_id))
    or h.row_id in (
      select unnest(c.row_ids) from import_change c join import_job j on j.id = c.job_id
      where c.kind = 'apartment' and j.state = 'undone'));
