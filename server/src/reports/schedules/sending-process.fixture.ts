import { openDatabase } from '../../database/database.ts';
import { sendNext } from './send-due.ts';

/** Sends what is due at a moment, in a process that a test may kill: `<database> <mail server> <moment>`. */
const [databaseUrl = '', smtpUrl = '', moment = ''] = process.argv.slice(2);
const db = openDatabase(databaseUrl);
await sendNext(db, {
  mail: { smtpUrl, from: 'noa@noa.test' },
  publicUrl: 'https://noa.test',
  now: () => new Date(moment),
  reportFailure: (cause) => console.error(cause),
});
await db.destroy();
