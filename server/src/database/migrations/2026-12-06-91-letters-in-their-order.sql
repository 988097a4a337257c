-- Names in letters of other languages are ordered beside those of the letters that they are made of, capitals or not: Ágoston, Ördög and Çelik stood behind
-- Zidaru in each list, Ágoston before ágoston. Two names are one as before, for which each such key ends with the one that it was.

-- What a key was: Romanian letters in their order, numbers by what they are.
create function romanian_key(value text) returns text language sql immutable parallel safe as $$
  select case
    when value is null then ''
    when translate(value, '0123456789', '') = value then public.letter_key(value)
    when translate(value, '0123456789', '') = '' and char_length(value) <= 10 then lpad(value, 10, '0')
    when translate(value, '0123456789', '') = rtrim(value, '0123456789')
      and char_length(value) - char_length(rtrim(value, '0123456789')) <= 10
      then public.letter_key(rtrim(value, '0123456789'))
        || lpad(substr(value, char_length(rtrim(value, '0123456789')) + 1), 10, '0')
    when translate(value, '0123456789', '') = ltrim(value, '0123456789')
      and char_length(value) - char_length(ltrim(value, '0123456789')) <= 10
      then lpad(left(value, char_length(value) - char_length(ltrim(value, '0123456789'))), 10, '0')
        || public.letter_key(ltrim(value, '0123456789'))
    when value ~ '[1-9][0-9]{10}' then public.long_number_key(value)
    else regexp_replace(
      regexp_replace(public.letter_key(value), '(\d+)', '000000000\1', 'g'),
      '\d*(\d{10})', '\1', 'g')
  end
$$;

-- The same of names with other letters: first as if they had those that they are made of, then as they are. Those of Hungarian and German are frequent.
create function foreign_key(value text) returns text language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  plain text := translate(value, 'ÁÀÄÉÈËÍÌÏÓÒÖŐÚÙÜŰáàäéèëíìïóòöőúùüű', 'AAAEEEIIIOOOOUUUUaaaeeeiiioooouuuu');
  key text := public.romanian_key(value);
begin
  if octet_length(translate(plain, 'ĂÂÎȘŞȚŢăâîșşțţ', 'aaissttaaisstt')) <> char_length(plain) then
    plain := public.fold(
      replace(replace(replace(replace(replace(
        translate(plain, 'ĂÂÎȘŞȚŢşţ', 'ăâîșșțțșț'),
        'ă', 'a{'), 'â', 'a|'), 'î', 'i{'), 'ș', 's{'), 'ț', 't{'));
  end if;
  plain := public.romanian_key(plain);
  return case when plain = key then key else plain || chr(1) || key end;
end $$;

create or replace function sort_key(value text) returns text language sql immutable parallel safe as $$
  select case
    when value is null then ''
    when octet_length(value) = char_length(value)
      or octet_length(translate(value, 'ĂÂÎȘŞȚŢăâîșşțţ', 'aaissttaaisstt')) = char_length(value)
      then public.romanian_key(value)
    else public.foreign_key(value)
  end
$$;

-- What the keys of all names that begin so begin with.
create function key_beginning(value text) returns text language sql immutable parallel safe as $$
  select split_part(public.sort_key(value), chr(1), 1)
$$;

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
    number_key := key_beginning(word);
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

-- Keys that were kept of such names, of today and of before. It is no new version of anything.
select set_config('noa.resealing', 'on', true);
do $$
declare
  kept record;
  has_others text := 'octet_length(translate(%1$I, ''ĂÂÎȘŞȚŢăâîșşțţ'', '''')) <> char_length(translate(%1$I, ''ĂÂÎȘŞȚŢăâîșşțţ'', ''''))';
begin
  for kept in
    select t.relname as kind, k.attname as key, substring(pg_get_expr(d.adbin, d.adrelid) from '^(?:public\.)?sort_key\((\w+)\)$') as name
    from pg_attrdef d
    join pg_attribute k on k.attrelid = d.adrelid and k.attnum = d.adnum and k.attgenerated = 's'
    join pg_class t on t.oid = d.adrelid and t.relnamespace = 'public'::regnamespace
    where pg_get_expr(d.adbin, d.adrelid) ~ '^(?:public\.)?sort_key\(\w+\)$'
    order by 1, 2
  loop
    execute format('update %2$I set %1$I = %1$I where ' || has_others, kept.name, kept.kind);
    if to_regclass(kept.kind || '_history') is not null then
      execute format('update %2$I set %3$I = sort_key(%1$I) where ' || has_others, kept.name, kept.kind || '_history', kept.key);
    end if;
  end loop;
end $$;
select set_config('noa.resealing', 'off', true);

-- An index on what the function gives keeps what it gave before.
reindex table account;
