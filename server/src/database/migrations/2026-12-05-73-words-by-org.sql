-- Words are found by their org as well: of a word that half the country's names begin with, all orgs' records were read for those of one. Nobody can type
-- what an org is told by, as words are letters and digits.

create function search_vector(org uuid, value text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_append(array_remove(string_to_array(public.search_text(value), ' '), ''), '@' || org::text))
$$;

/* Finds records of these orgs by words; all, where `orgs` is null. */
create function word_query(words text[], orgs uuid[]) returns tsquery language sql immutable parallel safe as $$
  select case when orgs is null then public.word_query(words)
    else public.word_query(words) && (select string_agg('''@' || org::text || '''', ' | ')::tsquery from unnest(orgs) as org) end
$$;

do $$
declare
  said searched;
begin
  for said in select * from searched where to_regclass(kind) is not null loop
    execute format('drop index %I', said.kind || '_words');
    execute format('create index %I on %I using gin (search_vector(org_id, %s)) where %s',
      said.kind || '_words', said.kind, said.words, said.has_words);
  end loop;
end $$;

create or replace procedure make_searchable(kind text, words text, has_words text default 'true') language plpgsql as $$
begin
  insert into searched values (kind, words, has_words);
  execute format('create index %I on %I using gin (search_vector(org_id, %s)) where %s', kind || '_words', kind, words, has_words);
end $$;

create or replace function word_candidates(kind text, words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  said searched;
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  select * into strict said from searched s where s.kind = word_candidates.kind;
  return query execute format(
    'select id from (select id, org_id from %I where search_vector(org_id, %s) @@ $1 and %s offset 0) as worded
      where $2 or org_id = any ($3) limit $4', kind, said.words, said.has_words)
  using word_query(words, case when not scope_all() then scope_owners() end), scope_all(), scope_owners(), most;
end $$;

create or replace function apartment_candidates(words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  everywhere boolean := scope_all();
  owners uuid[] := scope_owners();
  said tsquery := word_query(words, case when not everywhere then owners end);
  word text;
  others text[];
  number_key text;
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  return query
    select a.id from (select id, org_id from entrance where search_vector(org_id, search) @@ said offset 0) e
    join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
    where everywhere or e.org_id = any (owners)
    limit most;
  foreach word in array words loop
    others := array_remove(words, word);
    number_key := sort_key(word);
    if others = '{}' then
      return query
        select a.id from org o cross join lateral (
          select id from apartment
          where org_id = o.id and addr_ap_key >= number_key and addr_ap_key < after_key(number_key)
          limit most) a
        where everywhere or o.id = any (owners)
        limit most;
    else
      said := word_query(others, case when not everywhere then owners end);
      return query
        select a.id from (select id, org_id from entrance where search_vector(org_id, search) @@ said offset 0) e
        join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
        where (everywhere or e.org_id = any (owners))
          and a.addr_ap_key >= number_key and a.addr_ap_key < after_key(number_key)
        limit most;
    end if;
  end loop;
end $$;

drop function search_vector(text);
