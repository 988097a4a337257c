-- Former versions are found by their org as well: a page of an org's past, its reports of a past month and the entrances that it once had looked at what
-- all orgs had changed since.
do $$
declare
  kind text;
  former text;
begin
  for kind, former in
    select c.relname, i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relname like '%\_history'
      and pg_get_indexdef(i.indexrelid) like '%(valid_to, valid_from)'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
  loop
    execute format('create index on %I (org_id, valid_to, valid_from)', kind);
    execute format('drop index %s', former);
  end loop;
end $$;

create or replace procedure make_versioned(kind text) language plpgsql as $$
declare
  owner text := (select 'org_id, ' from pg_attribute
    where attrelid = format('public.%I', kind)::regclass and attname = 'org_id' and not attisdropped);
begin
  execute format('create table %I (like %I)', kind || '_history', kind);
  execute format('alter table %I add primary key (id, row_id)', kind || '_history');
  execute format('create index on %I (%svalid_to, valid_from)', kind || '_history', coalesce(owner, ''));
  execute format(
    'create view %I with (security_invoker = true) as select * from %I union all select * from %I',
    kind || '_version', kind, kind || '_history');
  execute format(
    'create trigger keep_version before update or delete on %I for each row execute function keep_version()', kind);
  execute format('grant select, insert, update, delete on %I to noa_app', kind);
  execute format('grant select on %I to noa_app', kind || '_history');
  execute format('grant select on %I to noa_app', kind || '_version');
end $$;
