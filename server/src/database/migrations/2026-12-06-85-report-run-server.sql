-- Which server works on the run of a scheduled report, and since when by the database's clock: what a server that was killed had begun is taken up
-- once it is silent (data_key_holder), and not after a quarter of an hour. Null for what a server of before has begun.
alter table report_schedule_run add column server uuid, add column taken_at timestamptz;
