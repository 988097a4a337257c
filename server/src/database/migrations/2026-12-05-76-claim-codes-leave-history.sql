-- What a claim code was is kept only while it is good. Its former versions had it still, and whoever asked for a moment of the past read a
-- code that was used, revoked or replaced since.
create function forget_claim_code() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.code_cipher := null;
  return new;
end $$;
create trigger forget_claim_code before insert on claim_code_history for each row execute function forget_claim_code();

update claim_code_history set code_cipher = null where code_cipher is not null;
