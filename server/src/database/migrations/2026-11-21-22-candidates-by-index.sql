-- Candidates are always found by the index of words. PostgreSQL takes words it knows nothing of for frequent ones: asked for
-- few rows, it would rather read a table, or all that an org owns, in the hope to meet some soon. "offset 0" keeps the words
-- apart from the orgs.

-- Records of a kind with words that begin with each of `words`.
create or replace function word_candidates(kind text, words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off as $$
begin
  if reads_past() then
    return query select null::uuid from generate_series(1, most);
    return;
  end if;
  return query execute format(
    'select id from (select id, org_id from %I where search_vector(%s) @@ $1 and %s offset 0) as worded
      where $2 or org_id = any ($3) limit $4',
    kind, searched_text(kind),
    case kind when 'apartment' then '(occupier_name is not null or occupier_first_name is not null)' else 'true' end)
  using word_query(words), scope_all(), scope_owners(), most;
end $$;

-- Apartments whose address has words that begin with each of `words`; one of them may be the apartment's number.
create or replace function apartment_candidates(words text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off as $$
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
    select a.id from (select id, org_id from entrance where search_vector(search) @@ word_query(words) offset 0) e
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
      return query
        select a.id from (select id, org_id from entrance where search_vector(search) @@ word_query(others) offset 0) e
        join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
        where (everywhere or e.org_id = any (owners))
          and a.addr_ap_key >= number_key and a.addr_ap_key < after_key(number_key)
        limit most;
    end if;
  end loop;
end $$;
