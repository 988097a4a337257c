-- What a record is found by is said by its kind, in the migration that makes the kind: no list of all kinds is written out.

-- Of each kind that is searched, the text that is searched for words, and which rows have one.
create table searched (
  kind text primary key,
  words text not null, -- an expression over the row
  has_words text not null default 'true'
);
insert into searched (kind, words) values
  ('access_group', 'name'),
  ('container', 'search'),
  ('container_group', 'search'),
  ('entrance', 'search'),
  ('manager', 'name'),
  ('org', 'name || '' '' || addr'),
  ('tower_block', 'search');

-- Lets the records of a kind be found by words of this text.
create procedure make_searchable(kind text, words text, has_words text default 'true') language plpgsql as $$
begin
  insert into searched values (kind, words, has_words);
  execute format('create index %I on %I using gin (search_vector(%s)) where %s', kind || '_words', kind, words, has_words);
end $$;

create or replace function word_candidates(kind text, words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  said searched;
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  select * into strict said from searched s where s.kind = word_candidates.kind;
  return query execute format(
    'select id from (select id, org_id from %I where search_vector(%s) @@ $1 and %s offset 0) as worded
      where $2 or org_id = any ($3) limit $4', kind, said.words, said.has_words)
  using word_query(words), scope_all(), scope_owners(), most;
end $$;
drop function searched_text(text);

-- An apartment keeps the words of its occupier's names as they are compared: a list that is filtered by a frequent name looks
-- at thousands of rows, and to compute them cost fifteen times what it costs to read them.
call add_version_column('apartment', 'occupier_search', 'text collate "C"',
  'not null generated always as (search_text(coalesce(occupier_name, '''') || '' '' || coalesce(occupier_first_name, ''''))) stored',
  'search_text(coalesce(occupier_name, '''') || '' '' || coalesce(occupier_first_name, ''''))');
drop index apartment_words;
-- Half of a town may be unknown or unoccupied: those have no names to index.
call make_searchable('apartment', 'occupier_search', 'trim(occupier_search) <> ''''');

create or replace function rekey_past_occupier() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.occupier_name_key := sort_key(new.occupier_name);
  new.occupier_first_name_key := sort_key(new.occupier_first_name);
  new.occupier_id_number_key := coalesce(new.occupier_id_number_mask, '');
  new.occupier_search := search_text(coalesce(new.occupier_name, '') || ' ' || coalesce(new.occupier_first_name, ''));
  return new;
end $$;
