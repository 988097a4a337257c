-- Since when somebody is a member: whoever adds a stranger by their address is not told their name for it. It is shown once they
-- have been here as a member (member.queries.ts). Those who are members already have been.
alter table org_member add column since timestamptz not null default '-infinity';
alter table org_member alter column since set default now();
alter table manager_member add column since timestamptz not null default '-infinity';
alter table manager_member alter column since set default now();
