-- Where an org's reports may be sent beside its own members: names of mail domains, by spaces.

call add_version_column('org_settings', 'mail_domains', 'text', $$not null default '' check (char_length(mail_domains) <= 500)$$,
  $$''$$);
