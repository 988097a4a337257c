import { PerDatabase } from '../database/per-database.ts';
import type { MailSettings } from './hand-over.ts';

/** How e-mail leaves this installation. */
export interface Mailing {
  /** Null where no mail server was named. */
  readonly mail: MailSettings | null;
  /** Where browsers reach the console. */
  readonly publicUrl: string;
}

/** How e-mail leaves the installation of a database; without a mail server while nobody has named one. */
export const mailing = new PerDatabase<Mailing>(() => ({ mail: null, publicUrl: '' }));
