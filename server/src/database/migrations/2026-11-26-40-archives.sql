-- Whole orgs are taken away as archives and brought in from them (decision 66): an archive tells the occupiers' ID numbers in the
-- clear, so the audit says who took it and why.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check
  check (action in ('reveal_id_number', 'erase_occupier', 'restore_database', 'export_org', 'import_org'));
