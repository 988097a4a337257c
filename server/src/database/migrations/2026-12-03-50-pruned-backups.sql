-- A backup that was made is made, also where older ones could not be removed afterwards: why not stood as its own failure, so that it was made anew
-- every ten minutes.
alter table backup_run add column pruning_failure text check (char_length(pruning_failure) <= 500); -- null where older ones were removed
