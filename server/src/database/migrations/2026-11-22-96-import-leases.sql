-- Which server works on an import, so that no other ends it: the import is that server's for as long as it says that it runs
-- (data_key_holder), decision 40. What is asked at another server reads here how far it is.
alter table import_job
  add column run uuid, -- of the times that it was checked or applied, the last
  add column server uuid, -- that does or did it
  add column run_began_at timestamptz,
  add column run_share real; -- of the work that is done, from 0 to 1
