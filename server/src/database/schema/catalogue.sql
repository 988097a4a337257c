-- Everything that makes up a schema, one line each: what it is called, and (for comparing two databases) how it is defined.
-- Parameters: $1 schemas; $2 whether to say definitions, which takes longer.
-- Left out is what comes and goes by itself (partitions by month, with what indexes they have of their own) and what belongs to an extension. Names are given as they are
-- with an empty search_path. Not null is said by the column: as a constraint it is new in PostgreSQL 18.
with schemas as (
  select oid, nspname, nspacl, nspowner from pg_namespace where nspname = any ($1::text[])
), relations as (
  select s.nspname || '.' || c.relname as name, c.* from pg_class c join schemas s on s.oid = c.relnamespace
  where not c.relispartition
    and not exists (select from pg_index i join pg_class p on p.oid = i.indrelid where i.indexrelid = c.oid and p.relispartition)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
), routines as (
  select format('%s.%s(%s)', s.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name, p.*
  from pg_proc p join schemas s on s.oid = p.pronamespace
  where not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
), granted (kind, name, privilege, grantee, owner) as (
  select 'schema', s.nspname, a.privilege_type, a.grantee, s.nspowner
  from schemas s cross join aclexplode(s.nspacl) a
  union all
  select 'relation', r.name, a.privilege_type, a.grantee, r.relowner from relations r cross join aclexplode(r.relacl) a
  union all
  select 'column', r.name || '.' || c.attname, a.privilege_type, a.grantee, r.relowner
  from relations r join pg_attribute c on c.attrelid = r.oid cross join aclexplode(c.attacl) a
  union all
  select 'routine', r.name, a.privilege_type, a.grantee, r.proowner from routines r cross join aclexplode(r.proacl) a
), found (name, definition) as (
  select 'extension ' || extname, null from pg_extension where extname <> 'plpgsql'
  union all
  select case relkind when 'v' then 'view ' when 'S' then 'sequence ' when 'i' then 'index ' when 'I' then 'index ' else 'table ' end
      || r.name || case when i.indisvalid is false then ' (not valid)' else '' end,
    case when $2 then concat_ws(' ', r.relkind, r.reloptions::text,
      case relkind when 'v' then pg_get_viewdef(r.oid) when 'i' then pg_get_indexdef(r.oid) when 'I' then pg_get_indexdef(r.oid)
        when 'S' then (select (q.seqtypid::regtype, q.seqstart, q.seqincrement, q.seqmax, q.seqmin, q.seqcycle)::text
          from pg_sequence q where q.seqrelid = r.oid)
        when 'p' then pg_get_partkeydef(r.oid) end) end
  from relations r left join pg_index i on i.indexrelid = r.oid
  where relkind in ('r', 'p', 'v', 'm', 'S', 'i', 'I')
  union all
  select 'row-level security of ' || name, case when relforcerowsecurity then 'forced' end from relations where relrowsecurity
  union all
  select format('column %s.%s', r.name, c.attname),
    case when $2 then concat_ws(' ', format_type(c.atttypid, c.atttypmod), c.attnotnull, nullif(c.attcollation, 0)::regcollation,
      c.attidentity, c.attgenerated, pg_get_expr(d.adbin, d.adrelid)) end
  from relations r join pg_attribute c on c.attrelid = r.oid and c.attnum > 0 and not c.attisdropped
    left join pg_attrdef d on d.adrelid = c.attrelid and d.adnum = c.attnum
  where relkind in ('r', 'p', 'v', 'm')
  union all
  select format('constraint %s of %s', c.conname, r.name) || case when c.convalidated then '' else ' (not valid)' end,
    case when $2 then pg_get_constraintdef(c.oid) end
  from pg_constraint c join relations r on r.oid = c.conrelid where c.contype not in ('n', 't')
  union all
  select format('trigger %s of %s', t.tgname, r.name) || case when t.tgenabled = 'O' then '' else ' (not enabled)' end,
    case when $2 then pg_get_triggerdef(t.oid) end
  from pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal
  union all
  select format('policy %s of %s', p.polname, r.name),
    case when $2 then concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) end
  from pg_policy p join relations r on r.oid = p.polrelid
  union all
  select 'routine ' || name, case when $2 then pg_get_functiondef(oid) end from routines where prokind <> 'a'
  union all
  select distinct format('right to %s %s %s, of %s', lower(privilege), kind, name,
    case grantee when 0 then 'everybody' else grantee::regrole::text end), null
  from granted where grantee <> owner and (grantee = 0 or grantee::regrole::text in ('noa_app', 'noa_provider'))
)
select name, definition from found order by name collate "C"
