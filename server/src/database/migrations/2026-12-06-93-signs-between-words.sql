-- Words are found whatever sign stands before them: ‘Gării’, №5, $ and the signs of phones were taken for a letter of the word behind them, which was
-- found neither without them nor as it is written. What is searched for is letters and digits alone.
create function without_signs(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(value, '[\u00a0-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff'
    '\u2000-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20cf\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e'
    '\u213a\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a\u218b\u2190-\u245f\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030'
    '\ufe30-\ufe6b\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001f0ff\U0001f300-\U0001faff]+', ' ', 'g')
$$;

create or replace function search_text(value text) returns text language sql immutable parallel safe as $$
  select ' ' || case
    when public.fold(value) ~ '^[a-z0-9 ]*$' then public.fold(value)
    when octet_length(public.fold(value)) = char_length(public.fold(value))
      then translate(public.fold(value), e'.,;:-/\\()[]{}<>"''!?*+=&%#@^`|~_$\t\r\n', repeat(' ', 60))
    else translate(public.without_signs(public.fold(value)), e'.,;:-/\\()[]{}<>"''!?*+=&%#@^`|~_$\t\r\n', repeat(' ', 60))
  end
$$;

-- What was kept of such names, which is no change of theirs.
do $$
declare
  has_signs text := ' ~ ''[$]'' or octet_length(%1$I) <> char_length(%1$I)';
  kept record;
begin
  for kept in select * from (values ('apartment', 'occupier_search', 'occupier_name = occupier_name'),
    ('apartment_history', 'occupier_search', 'occupier_search = search_text(ltrim(occupier_search))'),
    ('entrance', 'search', 'search = search_text(ltrim(search))'),
    ('entrance_history', 'search', 'search = search_text(ltrim(search))')) as k (kind, words, change)
  loop
    execute format('alter table %I disable trigger user', kept.kind);
    execute format('update %2$I set %3$s where %1$I' || has_signs, kept.words, kept.kind, kept.change);
    execute format('alter table %I enable trigger user', kept.kind);
  end loop;
end $$;

-- The words of all other kinds are computed of columns that did not change.
do $$
declare
  said searched;
begin
  for said in select * from searched where kind not in ('apartment', 'entrance') loop
    execute format('reindex index %I', said.kind || '_words');
  end loop;
end $$;
