/** Why an e-mail of an org was not sent, or not to everybody, whatever it is about. */
export const mailFailures = [
  'mail_not_set_up',
  'org_disabled',
  'not_approved',
  'recipients_changed',
  'too_large',
  'mail_server_unreachable',
  'mail_server_login',
  'mail_refused',
  'mail_put_off',
  'no_answer',
  'internal',
] as const;
export type MailFailure = (typeof mailFailures)[number];
