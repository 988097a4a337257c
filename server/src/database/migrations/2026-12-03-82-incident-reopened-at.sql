-- When an incident came back for the last time: what came back within its planned silence alone is told once that is over (decision 75).
alter table incident add column reopened_at timestamptz;
