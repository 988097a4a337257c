-- The list of accounts, by name. Keys are made to be ordered by bytes: a database of another collation passed over the mark of ă, ș and ț, or put it
-- before all letters.
drop index account_sort_key_id_idx;
create index on account (sort_key(coalesce(nullif(name, ''), email, '')) collate "C", id);
