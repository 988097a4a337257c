-- Where this database is, and how far it had come, as servers saw it last: what came back from a dump, a backup or an earlier moment
-- is noticed by it (whereabouts.ts). No row: no server has looked yet.
create table database_whereabouts (
  is_only boolean primary key default true check (is_only),
  place text not null, -- cluster, timeline and number of the database
  written_by xid8 not null, -- the transaction that wrote this row: that of a row that came out of a dump is another
  beat bigint not null default 0, -- counted on by each look of a server
  generation uuid not null default gen_random_uuid() -- another after each time that it came back
);
grant select on database_whereabouts to noa_app;

-- What came after the moment that came back is gone from the audit, too: the audit says that there was such a gap.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check
  check (action in ('reveal_id_number', 'erase_occupier', 'restore_database'));
