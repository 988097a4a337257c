-- All rules of an org on more openings than usual are looked at together when a quarter of an hour begins, and not one by one each minute
-- (decision 86).

alter table alert_rule add column counted_at timestamptz; -- of unusual: when the hours were last counted; null: not since it was written
