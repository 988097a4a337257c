-- PostgreSQL tries the policies of a table from the last name to the first, and stops at the first that lets a row in. What
-- lies in the caller's scope is told by its org alone (`in_scope`); what else may be seen costs look-ups, which are not made
-- unless it comes to them. So these names begin with a letter before its own.
alter policy served_reads on apartment rename to beside_scope;
alter policy served_reads on apartment_history rename to beside_scope;
alter policy served_reads on apartment_org rename to beside_scope;
alter policy served_reads on apartment_org_history rename to beside_scope;
alter policy served_reads on entrance rename to beside_scope;
alter policy served_reads on entrance_history rename to beside_scope;
alter policy served_reads on tower_block rename to beside_scope;
alter policy served_reads on tower_block_history rename to beside_scope;
alter policy servers_named on org rename to beside_scope;
alter policy of_unheld_cards on card_event rename to beside_scope;
alter policy of_managed on audit_entry rename to beside_scope;
