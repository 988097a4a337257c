-- A place is the same in capitals, and with ț, ș or ă beside its î: TÎRGU JIU was another than Târgu Jiu, and Cîțîi than Câțâi, as in the C collation
-- lower() knows no Î, nor a regular expression ț for a letter. Streets of such a place were not known to an import.
create or replace function place_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(
    trim(regexp_replace(
      public.fold(regexp_replace(lower(translate(value, 'ĂÂÎȘŞȚŢ', 'ăâîșşțţ')), '(?<=[a-z\u00c0-\u024f])î(?=[a-z\u00c0-\u024f])', 'â', 'g')),
      '[^[:alnum:]]+', ' ', 'g')),
    '^(judetul|judet|jud|municipiul|mun|orasul|oras|or|comuna|com|satul|sat|localitatea|loc) (?=.)', ''),
    '^sectorul ', 'sector ')
$$;

select set_config('noa.resealing', 'on', true);
update gis_node set name = name where match_key <> place_key(name);
update gis_node_history set match_key = place_key(name) where match_key <> place_key(name);
select set_config('noa.resealing', 'off', true);
