-- A number of more than ten digits was compared and ordered by its last ten: 20230000000012 and 20240000000012 were one serial number. The second
-- container was refused as there already, and a list that named it changed the first. Such a number is a mark, how many digits it has, and
-- these: behind all shorter ones, and each unlike all others.

create function long_number_key(value text) returns text language sql immutable parallel safe as $$
  select string_agg(
    case
      when part !~ '^[0-9]' then part
      when char_length(ltrim(part, '0')) <= 10 then lpad(ltrim(part, '0'), 10, '0')
      else ':' || lpad(char_length(ltrim(part, '0'))::text, 3, '0') || ltrim(part, '0')
    end, '' order by nr)
  from regexp_matches(public.letter_key(value), '[0-9]+|[^0-9]+', 'g') with ordinality as found (parts, nr)
  cross join lateral (select parts[1] as part) as first
$$;

-- As before, but for names with such a number.
create or replace function sort_key(value text) returns text language sql immutable parallel safe as $$
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

-- Keys that were kept of such names, of today and of before. It is no new version of anything.
select set_config('noa.resealing', 'on', true);
do $$
declare
  kept record;
begin
  for kept in
    select t.relname as kind, k.attname as key, substring(pg_get_expr(d.adbin, d.adrelid) from '^(?:public\.)?sort_key\((\w+)\)$') as name
    from pg_attrdef d
    join pg_attribute k on k.attrelid = d.adrelid and k.attnum = d.adnum and k.attgenerated = 's'
    join pg_class t on t.oid = d.adrelid and t.relnamespace = 'public'::regnamespace
    where pg_get_expr(d.adbin, d.adrelid) ~ '^(?:public\.)?sort_key\(\w+\)$'
    order by 1, 2
  loop
    execute format('update %I set %I = %I where %I ~ ''[1-9][0-9]{10}''', kept.kind, kept.name, kept.name, kept.name);
    if to_regclass(kept.kind || '_history') is not null then
      execute format('update %I set %I = sort_key(%I) where %I ~ ''[1-9][0-9]{10}''',
        kept.kind || '_history', kept.key, kept.name, kept.name);
    end if;
  end loop;
end $$;
select set_config('noa.resealing', 'off', true);

-- An index on what the function gives keeps what it gave before.
reindex table account;
