
-- Whoever brings a list by command has no account whose language is known: the command says it.

alter table member_invitation add column locale text check (locale in ('ro', 'en')); -- null: as the account of who brought the list
