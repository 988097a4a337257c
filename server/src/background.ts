import type { Logger } from 'pino';
import { startScheduledBackups } from './backup/scheduled-backups.ts';
import { startBulkRunner } from './bulk/bulk-run.ts';
import type { Settings } from './config/config.ts';
import type { Db } from './database/database.ts';
import type { Keyring } from './database/keys/keyring.ts';
import type { FileStore } from './file-store/file-store.ts';
import { startImportLeases } from './import/import-lease.ts';
import { mailing } from './mail/mailing.ts';
import type { Closer } from './process/process-end.ts';
import { startMovingMonths } from './reports/cold/move-months.ts';
import { startClosingMonths } from './reports/month-use/close-months.ts';
import { startTakingRolesBack } from './registry/members/ended-memberships.ts';
import { startReportSender } from './reports/schedules/sender.ts';
import { startAlerts } from './telemetry/alerts/alert-runner.ts';
import { webhooks } from './telemetry/alerts/webhook.ts';
import { startIndexingPastMonths } from './telemetry/card-events/past-months.ts';
import { startForgetting } from './telemetry/retention/retention.ts';

interface Parts {
  readonly db: Db;
  readonly keys: Keyring;
  /** For the owner of the tables. */
  readonly databaseUrl: string;
  /** Where past months of events are moved to; null: nowhere. */
  readonly coldStore: FileStore | null;
  readonly logger: Logger;
}

/** Starts what a server does without being asked, beside the other servers of its database. */
export function startBackground(settings: Settings, { db, keys, databaseUrl, coldStore, logger }: Parts): Closer[] {
  const saying = (what: string) => (err: unknown) => logger.error({ err }, what);
  webhooks.set(db, { allowPrivate: settings.webhookPrivate });
  return [
    startImportLeases(
      db,
      keys,
      saying(
        'Imports whose server stopped could not be marked as failed, or members that one made not be invited; tried again',
      ),
    ).close,
    startTakingRolesBack(db, saying('Roles of whoever has left could not be taken back; tried again')).close,
    startBulkRunner(db, saying('A step of a bulk job failed')).close,
    startForgetting(db, saying('Deleting events past their retention time failed')).close,
    startClosingMonths(
      db,
      keys,
      saying(
        'A month could not be closed, or the running one not begun: how many apartments take part is counted by months; tried again',
      ),
    ).close,
    startSending(settings, db, logger),
    ...alerts(settings, { db, keys, logger }, saying),
    startIndexingPastMonths(
      { databaseUrl, log: logger },
      saying('A past month of events could not be indexed anew; it is tried again'),
    ).close,
    ...movingMonths(settings, { databaseUrl, coldStore, logger }, saying),
    startScheduledBackups({ settings: settings.backup, databaseUrl, coldStore, log: logger }).close,
  ];
}

/** Tells of incidents. A copy, to which nothing is reported, would tell people that all locks are silent. */
function alerts(
  { isCopy }: Settings,
  { db, keys, logger }: Pick<Parts, 'db' | 'keys' | 'logger'>,
  saying: (what: string) => (err: unknown) => void,
): Closer[] {
  if (isCopy) {
    logger.info(
      'IS_COPY is set: no mail, no webhook, no backup, no broker, no ClickHouse, no replica, and no month is moved or removed',
    );
    return [];
  }
  const reportFailure = saying('Looking at the rules of alerts, or telling somebody, failed; it is tried again');
  return [startAlerts(db, { keys, reportFailure }).close];
}

/** Moves past months out of the database, where the operator has said to where. */
function movingMonths(
  { coldMonths, dataDir, isCopy }: Settings,
  { databaseUrl, coldStore: store, logger: log }: Pick<Parts, 'databaseUrl' | 'coldStore' | 'logger'>,
  saying: (what: string) => (err: unknown) => void,
): Closer[] {
  if (!store || isCopy) {
    return []; // a copy reads them where they are
  }
  const reportFailure = saying('A past month of events could not be moved out of the database; it is tried again');
  return [startMovingMonths({ store, afterMonths: coldMonths.after, databaseUrl, dataDir, log }, reportFailure).close];
}

/** Reports that are due by e-mail; what fails is logged without addresses and without the mail server's password. */
function startSending({ mail, publicUrl, isCopy }: Settings, db: Db, logger: Logger): Closer {
  mailing.set(db, { mail, publicUrl });
  if (mail === null && !isCopy) {
    logger.info('No mail server is set (SMTP_URL, MAIL_FROM): reports are not sent by e-mail');
  }
  const reportFailure = (err: unknown) => logger.error({ err }, 'A report could not be sent');
  return startReportSender(db, { mail, publicUrl, reportFailure }).close;
}
