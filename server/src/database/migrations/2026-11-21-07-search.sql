-- Text filters and search by index, at any size (decision 9). Row-level security lets no text operator into an index
-- condition, so each kind's candidates come from functions that run as the owner, look no further than the transaction's
-- orgs, and give ids only; what they give is read under row-level security like everything else.

-- Words, folded, each with a space before it: a word begins with "uni" where ' uni' occurs.
create function search_text(value text) returns text language sql immutable parallel safe as $$
  select ' ' || translate(public.fold(value), e'.,;:-/\\()[]{}<>"''„”“’«»!?*+=&%#@^`|~_\t\r\n–—•', repeat(' ', 60))
$$;

create function search_vector(value text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(public.search_text(value), ' '), ''))
$$;

-- What has a word beginning with each of `words`.
create function word_query(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(public.fold(word), '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
  from unnest(words) as word
$$;

-- What of each kind is searched for words.
create function searched_text(kind text) returns text language plpgsql immutable as $$
begin
  return case kind
    when 'access_group' then 'name'
    when 'apartment' then 'coalesce(occupier_name, '''') || '' '' || coalesce(occupier_first_name, '''')'
    when 'container' then 'search'
    when 'container_group' then 'search'
    when 'entrance' then 'search'
    when 'manager' then 'name'
    when 'org' then 'name || '' '' || addr'
    when 'tower_block' then 'search'
  end;
end $$;

do $$
declare
  kind text;
begin
  foreach kind in array array['access_group', 'container', 'container_group', 'entrance', 'manager', 'org',
    'tower_block'] loop
    execute format('create index %I on %I using gin (search_vector(%s))', kind || '_words', kind, searched_text(kind));
  end loop;
  -- Half of a town may be unknown or unoccupied: those have no names to index.
  execute format('create index apartment_words on apartment using gin (search_vector(%s))
    where occupier_name is not null or occupier_first_name is not null', searched_text('apartment'));
end $$;

-- Just after every text that begins with `start`, in the order of bytes.
create function after_key(start text) returns text language sql immutable parallel safe as $$
  select start || chr(1114111)
$$;

-- Orgs that own anything the scope may reach.
create function scope_owners() returns uuid[] language sql stable security definer set search_path = public, pg_temp as $$
  select scope_orgs() || scope_managed_orgs() || scope_served_orgs()
    || array(select org_id from apartment where id = any (scope_apartments()))
$$;

-- A transaction that reads the past has no index to ask: whatever it asks for, the answer is that there are many.
create function reads_past() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('noa.as_of', true), '') <> ''
$$;

-- Records of a kind with words that begin with each of `words`.
create function word_candidates(kind text, words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  return query execute format(
    'select id from %I where search_vector(%s) @@ $1 and %s and ($2 or org_id = any ($3)) limit $4',
    kind, searched_text(kind),
    case kind when 'apartment' then '(occupier_name is not null or occupier_first_name is not null)' else 'true' end)
  using word_query(words), scope_all(), scope_owners(), most;
end $$;

-- Apartments whose address has words that begin with each of `words`; one of them may be the apartment's number.
create function apartment_candidates(words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  everywhere boolean := scope_all();
  owners uuid[] := scope_owners();
  word text;
  others text[];
  number_key text;
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  return query
    select a.id from entrance e join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
    where search_vector(e.search) @@ word_query(words) and (everywhere or e.org_id = any (owners))
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
      return query
        select a.id from entrance e join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
        where search_vector(e.search) @@ word_query(others) and (everywhere or e.org_id = any (owners))
          and a.addr_ap_key >= number_key and a.addr_ap_key < after_key(number_key)
        limit most;
    end if;
  end loop;
end $$;

-- Cards whose code or hexadecimal serial begins with `start`, or whose serial is one of `serials`.
create function card_candidates(start text, serials text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  everywhere boolean := scope_all();
  owners uuid[] := scope_owners();
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  return query
    select c.id from org o cross join lateral (
      (select id from card where org_id = o.id
        and display_serial_number >= start and display_serial_number < after_key(start) limit most)
      union all
      (select id from card where org_id = o.id
        and serial_number >= start and serial_number < after_key(start) limit most)
      union all
      (select id from card where org_id = o.id and serial_number = any (serials) limit most)) c
    where everywhere or o.id = any (owners)
    limit most;
end $$;

revoke execute on function word_candidates(text, text[], integer), apartment_candidates(text[], integer),
  card_candidates(text, text[], integer) from public;
grant execute on function word_candidates(text, text[], integer), apartment_candidates(text[], integer),
  card_candidates(text, text[], integer) to noa_app;
