-- The virtual card that a resident's account holds becomes a record like others: shown, listed, and with its past.
alter table ara_card
  add column id uuid not null default new_id(),
  add column row_id bigint not null unique default nextval('row_id'),
  add column valid_from timestamptz not null default moment(),
  add column valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  add column updated_by text not null default 'system',
  add column created_at timestamptz not null default now();
alter table ara_card alter column updated_by set default actor();
alter table ara_card drop constraint ara_card_pkey;
alter table ara_card add primary key (org_id, id);
alter table ara_card add unique (id);
alter table ara_card add constraint ara_card_taken unique (org_id, card_id);

-- An account came to hold its card when the card was made for it.
update ara_card a set created_at = c.since
from (select org_id, id, min(valid_from) as since from card_version group by 1, 2) as c
where c.org_id = a.org_id and c.id = a.card_id;

call make_versioned('ara_card');
alter table ara_card_history enable row level security;
create policy in_scope on ara_card_history using (
  (select scope_all()) or org_id = any ((select scope_orgs())::uuid[]) or card_id = any ((select scope_cards())::uuid[]));
