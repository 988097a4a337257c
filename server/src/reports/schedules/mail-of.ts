import type { Db } from '../../database/database.ts';
import type { MailSettings } from '../../mail/hand-over.ts';

/** How e-mail leaves this installation. */
export interface Mailing {
  /** Null where no mail server was named. */
  readonly mail: MailSettings | null;
  /** Where browsers reach the console. */
  readonly publicUrl: string;
}

/** Resolvers know their database; which mail server belongs to it, only this room does. */
const named = new WeakMap<Db, Mailing>();

/** Names the mail server of a database; `main.ts` does it once, before it serves. */
export function nameMail(db: Db, mailing: Mailing): void {
  named.set(db, mailing);
}

/** Without a mail server until one was named. */
export const mailOf = (db: Db): Mailing => named.get(db) ?? { mail: null, publicUrl: '' };
