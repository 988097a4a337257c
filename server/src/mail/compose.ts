import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';

/** The whole e-mail as it goes over the network, said to be in this language. It reads no file and no address, whatever is in it. */
export function composeMail(locale: 'ro' | 'en', contents: Mail.Options): Promise<Buffer> {
  const composer = new MailComposer({
    ...contents,
    // Nobody's "I am on holiday" needs an answer to this (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((err, message) => (err ? reject(err) : resolve(message)));
  });
}
