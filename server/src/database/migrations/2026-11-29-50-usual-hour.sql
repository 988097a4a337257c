-- Rules on more openings than is usual at that hour, and what their incidents were opened by (decision 83).

alter table alert_rule drop constraint alert_rule_condition_check;
alter table alert_rule add constraint alert_rule_condition_check
  check (condition in ('level', 'silence', 'fill', 'refusals', 'unusual'));
-- Per cent of what is usual; of the hour that has ended.
alter table alert_rule add constraint alert_rule_unusual_check
  check (condition <> 'unusual' or (threshold is not null and threshold > 100 and minutes = 60));

alter table incident add column openings integer; -- of unusual: in the hour by which it was opened
alter table incident add column usual_openings integer; -- as many are usual; null where fewer than five apartments made them
