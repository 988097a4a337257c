-- What filters and search compare is computed for every row that a list looks at: the same texts as before, in a fraction of
-- the time. Most are plain ASCII, and have nothing to be folded but their case.

create or replace function fold(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = char_length(value) then lower(value)
    else lower(translate(value,
      'ĂÂÎȘŞȚŢăâîșşțţÁÀÄÉÈËÍÌÏÓÒÖŐÚÙÜŰáàäéèëíìïóòöőúùüű',
      'aaissttaaissttaaaeeeiiioooouuuuaaaeeeiiioooouuuu'))
  end
$$;

create or replace function search_text(value text) returns text language sql immutable parallel safe as $$
  select ' ' || case when public.fold(value) ~ '^[a-z0-9 ]*$' then public.fold(value)
    else translate(public.fold(value), e'.,;:-/\\()[]{}<>"''„”“’«»!?*+=&%#@^`|~_\t\r\n–—•', repeat(' ', 60)) end
$$;

-- An entrance keeps its words as they are compared.
create or replace function place_entrance() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  select t.addr_street_key || ' ' || t.addr_nr_key || ' ' || t.addr_bl_key || ' ' || t.id || ' ' || sort_key(new.addr_sc),
    search_text(t.search || ' ' || new.addr_sc)
  into new.address_key, new.search
  from tower_block t where t.org_id = new.org_id and t.id = new.tower_block_id
  for share of t; -- an address changed meanwhile is waited for, and waits for us
  -- A block that does not exist is for the foreign key to refuse.
  new.address_key := coalesce(new.address_key, '');
  new.search := coalesce(new.search, '');
  return new;
end $$;

drop trigger keep_version on entrance;
update entrance set search = search_text(search);
update entrance_history set search = search_text(search);
create trigger keep_version before update or delete on entrance
  for each row when (pg_trigger_depth() = 0) execute function keep_version();
