-- Cards that somebody scanned at a hand-over who may not register any: asked of the org, which accepts or refuses.

create table card_request (
  org_id uuid not null,
  id uuid not null default new_id(),
  row_id bigint not null unique default nextval('row_id'),
  valid_from timestamptz not null default moment(),
  valid_to timestamptz not null default '2170-01-01T00:00:00+00:00',
  updated_by text not null default actor(),
  apartment_id uuid not null,
  serial_number text collate "C" not null check (serial_number ~ '^([0-9A-F]{2}){4,10}$'),
  display_serial_number text collate "C" not null check (display_serial_number ~ '^[A-RTUW-Z2-9]{7,16}$'),
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  requested_by text not null default actor(),
  created_at timestamptz not null default now(),
  reason text check (char_length(reason) between 1 and 200), -- why it was refused
  card_id uuid, -- the card that was handed out
  primary key (org_id, id),
  unique (id),
  foreign key (org_id, apartment_id) references apartment (org_id, id),
  foreign key (org_id, card_id) references card (org_id, id),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'accepted') = (card_id is not null))
);
-- By apartment too: what another administrator has asked for is not this one's to learn.
create unique index card_request_open_taken on card_request (org_id, apartment_id, serial_number) where state = 'open';
create index on card_request (org_id, created_at desc, id desc) where state = 'open';
create index on card_request (org_id, apartment_id, created_at desc);
create index on card_request (org_id, card_id) where card_id is not null;
call make_versioned('card_request');
-- Not the resident's: they hand out no cards.
call protect('card_request', 'apartment_id in (
  select id from apartment where entrance_id = any ((select scope_managed_entrances())::uuid[]))');
