-- The moment of what a transaction writes is that of its beginning; or a later one, where it has waited for a record that another wrote
-- meanwhile, and says so by `noa.moment`. What it then writes beside that record would else be of before what the other wrote, and history
-- would tell of it as the other's doing.
create or replace function moment() returns timestamptz language sql stable parallel safe as $$
  select greatest(
    date_trunc('milliseconds', now()), nullif(pg_catalog.current_setting('noa.moment', true), '')::timestamptz)
$$;
