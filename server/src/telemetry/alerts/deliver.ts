import type { Db } from '../../database/database.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { everything } from '../../database/scope.ts';
import { read, write } from '../../database/transaction.ts';
import { alertDeliveries } from '../../instruments/meters.ts';
import { addressOf } from '../../mail/address.ts';
import { handOver, handoverMs, NotHandedOver } from '../../mail/hand-over.ts';
import { frameOf, mailing } from '../../mail/mailing.ts';
import { findApproved } from '../../registry/settings/approved-recipients.ts';
import { composeAlert } from './alert-mail.ts';
import {
  endDelivery,
  findTold,
  isStillOurs,
  takeDelivery,
  type DeliveryOutcome,
  type DeliveryRow,
  type Told,
} from './delivery.queries.ts';
import { callWebhook, webhooks } from './webhook.ts';

/** What telling needs beside the database. */
export interface Delivering {
  readonly keys: Keyring;
  readonly now: () => Date;
  /** Aborted when the process ends: who hangs is left, and told again. */
  readonly leaving?: AbortSignal;
  /** Told of failures that are not the recipients', the receiver's or the mail server's. */
  readonly reportFailure: (cause: unknown) => void;
}

/** What a rule's webhooks are signed with, sealed for its rule. */
export const secretPurpose = 'alert-webhook';

/** Longer than handing over, or calling, may take; then whoever took it is gone, and it is told again. */
const attemptMs = 2 * handoverMs;

/** Seconds until another try, by how many there were: a day and a half in all. */
const pauses = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 57_600] as const;

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/**
 * Tells somebody of an incident, or tries again. What may have arrived is told again, under the same id: an alert that came twice is
 * known for one, one that never came is missed by nobody. Any number of processes may do this at once.
 *
 * @returns false when nothing is due.
 */
export async function deliverNext(db: Db, delivering: Delivering): Promise<boolean> {
  const now = delivering.now();
  const taken = await write(db, everything, 'system', (tx) => takeDelivery(tx, now, later(now, attemptMs)));
  if (!taken) {
    return false;
  }
  const outcome = await attempt(db, taken, delivering).catch((cause: unknown): DeliveryOutcome | null => {
    // Whoever has taken it over says what becomes of it.
    if (cause instanceof NotHandedOver) {
      return null;
    }
    delivering.reportFailure(cause);
    return putOff(taken, 'internal', null, delivering.now());
  });
  if (outcome) {
    const { state, failure } = outcome;
    alertDeliveries.inc({ channel: taken.channel, state, failure: failure ?? 'none' });
    await write(db, everything, 'system', (tx) => endDelivery(tx, taken, outcome, delivering.now()));
  }
  return true;
}

/** Whom it has not reached is tried again, unless it was tried often enough. */
function putOff(
  { attempts, pending }: DeliveryRow,
  failure: string,
  status: number | null,
  now: Date,
  still: readonly string[] = pending,
): DeliveryOutcome {
  const pause = pauses[attempts - 1];
  const base = { accepted: [], failure, status };
  return pause === undefined
    ? { ...base, state: 'failed', pending: [], refused: still, retryAt: null }
    : { ...base, state: 'waiting', pending: still, refused: [], retryAt: later(now, pause * 1_000) };
}

const ended = (state: 'sent' | 'failed', failure: string | null, status: number | null): DeliveryOutcome => ({
  state,
  pending: [],
  accepted: [],
  refused: [],
  failure,
  status,
  retryAt: null,
});

async function attempt(db: Db, delivery: DeliveryRow, delivering: Delivering): Promise<DeliveryOutcome> {
  const told = await read(db, everything, (tx) => findTold(tx, delivery));
  const reason = told ? noMoreTold(told, delivery) : 'org_disabled';
  if (!told || reason) {
    return { ...ended('failed', reason, null), refused: delivery.pending };
  }
  return delivery.channel === 'mail'
    ? sendMail(db, delivery, told, delivering)
    : sendWebhook(db, delivery, told, delivering);
}

/** Why what was written down to be told is told no more; null: it still is. */
function noMoreTold({ enabled, active, incident }: Told, { occasion }: DeliveryRow): string | null {
  if (!enabled) {
    return 'org_disabled';
  }
  if (!active) {
    return 'paused';
  }
  if (occasion === 'escalated') {
    return incident.state === 'resolved' ? 'resolved' : incident.acknowledged_at === null ? null : 'acknowledged';
  }
  // As of what came back and went in its silence, nothing is told once that is over.
  return incident.state === 'resolved' && incident.silenced_until !== null ? 'resolved' : null;
}

async function sendMail(
  db: Db,
  delivery: DeliveryRow,
  told: Told,
  { now, leaving }: Delivering,
): Promise<DeliveryOutcome> {
  const { mail, publicUrl } = mailing.of(db);
  if (!mail) {
    return { ...ended('failed', 'mail_not_set_up', null), refused: delivery.pending };
  }
  // Anew each time: who has left the org, or was taken off the rule, gets nothing more.
  const named = delivery.pending.filter((address) => told.recipients.includes(address));
  const approved = await read(db, everything, (tx) => findApproved(tx, delivery.org_id, named));
  const to = named.filter((address) => approved.has(address));
  const others = delivery.pending.filter((address) => !to.includes(address));
  const wasTold = delivery.accepted.length > 0;
  if (to.length === 0) {
    const failure = named.length === 0 ? 'recipients_changed' : 'not_approved';
    return { ...ended(wasTold ? 'sent' : 'failed', failure, null), refused: others };
  }
  const frame = frameOf(delivery.id, mail.from, to, publicUrl);
  const message = await composeAlert(told, delivery.occasion, frame);
  const handed = await handOver(mail.smtpUrl, { from: addressOf(mail.from), to }, message, {
    mayGo: () => read(db, everything, (tx) => isStillOurs(tx, delivery)),
    leaving,
  });
  const still = [...handed.deferred, ...handed.unknown];
  const refused = [...handed.refused, ...others];
  if (still.length > 0) {
    const outcome = putOff(delivery, handed.failure ?? 'internal', handed.smtpCode, now(), still);
    return { ...outcome, accepted: handed.accepted, refused: [...outcome.refused, ...refused] };
  }
  return {
    ...ended(wasTold || handed.accepted.length > 0 ? 'sent' : 'failed', handed.failure, handed.smtpCode),
    accepted: handed.accepted,
    refused,
  };
}

async function sendWebhook(
  db: Db,
  delivery: DeliveryRow,
  { webhookUrl, secret: sealed, ruleId }: Told,
  { keys, now, leaving }: Delivering,
): Promise<DeliveryOutcome> {
  if (webhookUrl === null || sealed === null) {
    return ended('failed', 'webhook_gone', null);
  }
  const sealer = new Sealer(await read(db, everything, (tx) => keys.forReading(tx)), secretPurpose);
  const secret = sealer.open(sealed, [delivery.org_id, ruleId]);
  const call = { url: webhookUrl, secret, id: `msg_${delivery.id}`, body: delivery.body ?? '', now: now() };
  const { status, failure } = await callWebhook(call, webhooks.of(db), leaving);
  if (failure === null || failure === 'webhook_gone') {
    return ended(failure === null ? 'sent' : 'failed', failure, status);
  }
  return putOff(delivery, failure, status, now());
}
