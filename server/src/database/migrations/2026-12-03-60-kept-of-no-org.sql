-- A kept run that names cards or apartments of an org that was deleted: nobody's settings say any more how long it may, and nobody
-- sees it, so that it goes at once.
create or replace function forget_kept_reports() returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  forgotten integer;
begin
  delete from kept_report
  where named_from is not null and coalesce(named_from + identity_term(org_ids, all_orgs) <= now(), true);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
