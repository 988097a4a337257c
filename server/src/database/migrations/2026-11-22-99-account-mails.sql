-- Mails of the embedded provider that wait to be sent: whichever server comes first sends one, with a link that is made then. Who an
-- address belongs to is asked only then as well: that a mail was asked for looks the same for addresses that have no account.
create table provider_mail (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('invitation', 'reset')),
  address text not null check (char_length(address) between 3 and 254),
  inviter text not null default '', -- who invites, and to what
  place text not null default '',
  made_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index on provider_mail (due_at);
grant select, insert, update, delete on provider_mail to noa_provider;
