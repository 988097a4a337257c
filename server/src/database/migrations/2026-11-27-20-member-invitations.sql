-- Whom an import has made a member is invited once its transaction is committed, by whichever server comes first: until then it waits here.
create table member_invitation (
  org_id uuid not null references org (id) on delete cascade,
  id uuid primary key default new_id(),
  job_id uuid not null references import_job (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  name text not null check (char_length(name) <= 120), -- as the file has it; blank where it says none
  roles text[] not null, -- that the account is given; none makes no account
  inviter text not null,
  invited_to text not null -- the org or manager, as the mail calls it
);
create index on member_invitation (job_id);
call protect('member_invitation', 'false');
grant select, insert, update, delete on member_invitation to noa_app;
