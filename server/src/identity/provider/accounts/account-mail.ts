import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import MailComposer from 'nodemailer/lib/mail-composer';
import { startWork, type Work } from '../../../database/work-loop.ts';
import { addressOf } from '../../../mail/address.ts';
import { handOver, type MailSettings } from '../../../mail/hand-over.ts';
import type { Db } from '../../../database/database.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { linkHours, makeLink } from './links.ts';
import { accountMailTexts } from '../pages/mail-texts.ts';
import { findUserByEmail, type ProviderUser } from './user.queries.ts';

/** A mail that waits. */
interface Waiting {
  readonly id: string;
  readonly purpose: 'invitation' | 'reset';
  readonly address: string;
  readonly inviter: string;
  readonly place: string;
  readonly tries: number;
}

/** Milliseconds between two looks for mails that wait. */
const lookEveryMs = 2_000;

const pauses = { firstMs: 0, failedMs: 10_000 } as const;

/** A mail that the server does not take is tried again after so many minutes, and so often. */
const retryMinutes = 5;
const mostTries = 12;

/** Asks for a mail; sent it is by whichever server comes first, if the address has an account that it is for. */
export async function queueMail(
  db: Db,
  mail: Pick<Waiting, 'purpose' | 'address'> & Partial<Pick<Waiting, 'inviter' | 'place'>>,
): Promise<void> {
  await db.insertInto('provider_mail').values(mail).execute();
}

/**
 * Sends mails about accounts for as long as the process lives. Several servers may: each mail is sent by one.
 *
 * @param idleMs - milliseconds between two looks for mails that wait; two seconds when absent.
 */
export const startAccountMail = (
  provider: EmbeddedProvider,
  mail: MailSettings,
  reportFailure: (cause: unknown) => void,
  idleMs: number = lookEveryMs,
): Work => startWork(() => sendNext(provider, mail), { ...pauses, idleMs }, reportFailure);

/** @returns whether there may be another one. */
async function sendNext(provider: EmbeddedProvider, mail: MailSettings): Promise<boolean> {
  const { db } = provider;
  const waiting = await takeNext(db);
  if (!waiting) {
    return false;
  }
  const found = await findUserByEmail(db, waiting.address);
  // An invitation that was accepted meanwhile, and an address that has no account or a blocked one: nothing to send, and nobody is told.
  const delivered =
    found && !found.blocked && (waiting.purpose === 'reset' || found.hash === null)
      ? await sendTo(provider, mail, waiting, found.user)
      : true;
  if (delivered || waiting.tries >= mostTries) {
    await db.deleteFrom('provider_mail').where('id', '=', waiting.id).execute();
  }
  if (!delivered) {
    throw new Error(`A mail about an account was not taken by the mail server, try ${waiting.tries} of ${mostTries}`);
  }
  return true;
}

/** Nobody else takes it until it may be tried again. */
async function takeNext(db: Db): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    update provider_mail set tries = tries + 1, due_at = now() + make_interval(mins => ${retryMinutes})
    where id = (select id from provider_mail where due_at <= now() order by due_at limit 1 for update skip locked)
    returning id, purpose, address, inviter, place, tries`.execute(db);
  return rows[0];
}

async function sendTo(
  { db, publicUrl, realmPath }: EmbeddedProvider,
  mail: MailSettings,
  { purpose, inviter, place }: Waiting,
  user: ProviderUser,
): Promise<boolean> {
  const path = await db.transaction().execute((tx) => makeLink(tx, purpose, user.id));
  const hours = linkHours[purpose];
  const facts = {
    name: user.name,
    url: publicUrl + realmPath + path,
    hours,
    days: Math.floor(hours / 24),
    inviter,
    invitedTo: place,
  };
  const from = addressOf(mail.from);
  const texts = accountMailTexts[user.locale][purpose];
  const message = await compose(mail.from, user, texts.subject(facts), `${texts.body(facts).join('\n\n')}\n`);
  const { deferred } = await handOver(mail.smtpUrl, { from, to: [user.email] }, message);
  return deferred.length === 0;
}

function compose(from: string, { email, locale }: ProviderUser, subject: string, text: string): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    to: email,
    subject,
    messageId: `<${randomUUID()}@noa>`,
    text,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((err, message) => (err ? reject(err) : resolve(message)));
  });
}
