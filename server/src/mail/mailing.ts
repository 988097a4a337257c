import { PerDatabase } from '../database/per-database.ts';
import { addressOf } from './address.ts';
import type { MailSettings } from './hand-over.ts';

/** How e-mail leaves this installation. */
export interface Mailing {
  /** Null where no mail server was named. */
  readonly mail: MailSettings | null;
  /** Where browsers reach the console. */
  readonly publicUrl: string;
}

/** What an e-mail has around what it tells. */
export interface MailFrame {
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  /** Where browsers reach the console. */
  readonly publicUrl: string;
}

/** @param id - of the message, the same for each attempt: a server that gets it twice can tell. */
export const frameOf = (id: string, from: string, to: readonly string[], publicUrl: string): MailFrame => ({
  from,
  to,
  messageId: `<${id}@${addressOf(from).split('@').at(-1)}>`,
  publicUrl,
});

/** How e-mail leaves the installation of a database; without a mail server while nobody has named one. */
export const mailing = new PerDatabase<Mailing>(() => ({ mail: null, publicUrl: '' }));
