-- Which keys personal data is encrypted with. More than one row stands here while a key is exchanged for another
-- (npm run rotate-key): the new one is current, and what the old one encrypted is encrypted anew.
create table data_key (
  id bytea primary key check (octet_length(id) = 8), -- follows from the key, and says nothing of it
  number integer not null generated always as identity,
  is_current boolean not null,
  wrapped bytea, -- the key, encrypted with the other one; null while there is no other
  old_format boolean not null -- ciphers of before there were key ids, bound to no record, are still about
);
create unique index data_key_one_current on data_key (is_current) where is_current;

-- The servers that run, and the newest key that each has: a key is not taken away before all of them have the next.
create table data_key_holder (
  server uuid primary key,
  key_id bytea not null,
  seen_at timestamptz not null default now()
);
grant select on data_key to noa_app;
grant select, insert, update, delete on data_key_holder to noa_app;

-- Encrypting what a version says with another key makes no version. Only who signed in with the rights of the tables' owner can
-- say that this is what happens: the application cannot.
create or replace function keep_version() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := greatest(moment(), old.valid_from + interval '1 millisecond');
begin
  if tg_op = 'UPDATE' and current_setting('noa.resealing', true) = 'on' and pg_has_role(session_user, current_user, 'member') then
    return new;
  end if;
  old.valid_to := at;
  execute format('insert into %I select ($1).*', tg_table_name || '_history') using old;
  if tg_op = 'DELETE' then
    insert into deletion (org_id, kind, id, row_id, deleted_at, deleted_by)
    values (old.org_id, tg_table_name, old.id::text, old.row_id, at, actor());
    return old;
  end if;
  new.row_id := nextval('row_id');
  new.valid_from := at;
  new.updated_by := actor();
  return new;
end $$;
