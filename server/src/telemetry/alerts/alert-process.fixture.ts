import { openDatabase } from '../../database/database.ts';
import { Keyring } from '../../database/keys/keyring.ts';
import { mailing } from '../../mail/mailing.ts';
import { deliverNext } from './deliver.ts';
import { evaluateNext } from './evaluate.ts';
import { webhooks } from './webhook.ts';

/**
 * Looks at rules and tells people, in a process that a test may kill: `<database> <data key> <mail server>`. It is told the moment by
 * messages, and answers each when nothing is left to do then.
 */
const [databaseUrl = '', dataKey = '', smtpUrl = ''] = process.argv.slice(2);
const db = openDatabase(databaseUrl);
const keys = new Keyring(Buffer.from(dataKey, 'hex'));
mailing.set(db, { mail: { smtpUrl, from: 'Noa <noa@noa.test>' }, publicUrl: 'https://noa.test' });
webhooks.set(db, { allowPrivate: true });

async function round(at: Date): Promise<void> {
  const delivering = { keys, now: () => at, reportFailure: (cause: unknown) => console.error(cause) };
  let any = true;
  while (any) {
    any = await evaluateNext(db, at);
  }
  any = true;
  while (any) {
    any = await deliverNext(db, delivering);
  }
}

process.on('message', (moment: string) => {
  void round(new Date(moment)).then(() => process.send?.(moment));
});
process.on('disconnect', () => void db.destroy());
process.send?.('ready');
