-- Who opened is kept only by an org that says what for and by what right, and by default not at all. What is counted by apartments is then
-- counted by month, under pseudonyms that nobody can resolve once the month is over (decision 89).

call add_version_column('org_settings', 'identity_purpose', 'text',
  $$not null default '' check (char_length(identity_purpose) <= 1000)$$, $$''$$);
alter table org_settings
  alter column identity_days set default 0,
  drop constraint org_settings_identity_days_check,
  add constraint org_settings_identity_days_check check (identity_days between 0 and 3650);

-- The months of each org in which uses are counted, by the org's clock. One that is closed tells for ever how many took part.
create table counted_month (
  org_id uuid not null references org (id) on delete cascade,
  month date not null, -- its first day
  starts timestamptz not null,
  ends timestamptz not null,
  closed_at timestamptz,
  primary key (org_id, month),
  check (starts < ends)
);

-- The key of a month's pseudonyms, sealed. It is in no backup, and goes when the month is closed.
create table month_key (
  org_id uuid not null,
  month date not null,
  key_cipher bytea not null,
  primary key (org_id, month),
  foreign key (org_id, month) references counted_month on delete cascade
);

-- Apartments that used a container in a month that is not closed, each once; in no backup either.
create table month_pseudonym (
  org_id uuid not null,
  month date not null,
  pseudonym bytea not null,
  day date not null default (now() at time zone 'UTC')::date, -- on which it was received; told from the next one on
  primary key (org_id, month, pseudonym),
  foreign key (org_id, month) references counted_month on delete cascade
);

-- Of a closed month: how many apartments there were behind each entrance, with a card or without, and how many used a container.
create table month_participation (
  org_id uuid not null,
  month date not null,
  id bigint generated always as identity,
  manager_id uuid,
  tower_block_id uuid,
  entrance_id uuid,
  access_group_id uuid,
  has_card boolean not null,
  is_used boolean not null,
  apartments integer not null check (apartments > 0),
  primary key (org_id, month, id),
  foreign key (org_id, month) references counted_month on delete cascade
);

grant select, insert, update, delete on counted_month to noa_app;
grant select, insert, delete on month_key, month_pseudonym to noa_app;
grant select, insert on month_participation to noa_app;
call protect('counted_month', 'false');
call protect('month_key', 'false');
call protect('month_pseudonym', 'false');
call protect('month_participation', 'false');

-- Of an org that was there before, uses of earlier were not counted: a month that had begun is not told.
alter table event_forgetting add column uses_counted_from timestamptz not null default '-infinity';
insert into event_forgetting (org_id, uses_counted_from) select id, now() from org
on conflict (org_id) do update set uses_counted_from = excluded.uses_counted_from;

/* HMAC-SHA-256 of an apartment's id, cut to 16 bytes: the key comes as its two pads, so that it is in no statement as it is. */
create function month_pseudonym_of(inner_pad bytea, outer_pad bytea, id uuid) returns bytea language sql immutable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
  select substring(sha256(outer_pad || sha256(inner_pad || uuid_send(id))) for 16)
$$;

-- As it was, but for what the console did to a card: that is an act of the town's, which the card's page gives the reason of. Whose it was is
-- kept for 90 days at least.
create or replace function forget_identities(in_org uuid, in_limit integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  term org_settings := (select s from org_settings s where org_id = in_org);
  until timestamptz := now() - make_interval(days => term.identity_days);
  acts_until timestamptz := now() - make_interval(days => greatest(term.identity_days, 90));
  since timestamptz := coalesce((
    select least(until, anonymous_before) - interval '1 day' from event_forgetting
    where org_id = in_org and settings_row_id = term.row_id), '-infinity');
  reached timestamptz;
  forgotten integer;
  is_lost boolean;
begin
  with due as (
    select occurred_at, id, actor from card_event
    where org_id = in_org and not anonymous and num_nonnulls(card_id, apartment_id, serial_number, actor, reason) > 0
      and (occurred_at >= since and occurred_at < until and actor is null
        or occurred_at >= since - (until - acts_until) and occurred_at < acts_until and actor is not null)
    order by occurred_at, id limit in_limit),
  done as (
    update card_event e set card_id = null, apartment_id = null, serial_number = null, actor = null, reason = null,
      anonymous = true, tx_id = pg_current_xact_id()
    from due d where e.org_id = in_org and e.occurred_at = d.occurred_at and e.id = d.id
    returning e.occurred_at, d.actor)
  select count(*), max(occurred_at) filter (where actor is null) into forgotten, reached from done;
  if forgotten < in_limit then
    delete from card_event_set_aside where org_id = in_org and received_at < until;
    reached := until;
  end if;
  is_lost := forgotten > 0
    or exists (select from event_forgetting where org_id = in_org and unknown_before > '-infinity')
    or exists (select from card_event where org_id = in_org and occurred_at < until and anonymous);
  insert into event_forgetting as f (org_id, anonymous_before, settings_row_id, unknown_before)
  values (in_org, coalesce(reached, since), term.row_id, case when is_lost then until else '-infinity' end)
  on conflict (org_id) do update
    set anonymous_before = excluded.anonymous_before, settings_row_id = excluded.settings_row_id,
      unknown_before = greatest(f.unknown_before, excluded.unknown_before);
  return forgotten;
end $$;
