-- From when to when nobody looked at a rule for so long that no server can have run: what was not heard meanwhile was not said in silence
-- (decision 75).
alter table alert_rule add column unwatched_from timestamptz, add column unwatched_to timestamptz,
  add constraint alert_rule_unwatched_check check ((unwatched_from is null) = (unwatched_to is null) and unwatched_from < unwatched_to);
